/** Sounds, quiet and few, made here by WebAudio: dice, a counter set down, your move, the end. No files. */

import { soundsOn } from "./audible";

export type Sound = "dice" | "counter" | "move" | "end";

const LOUD = 0.16;
let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!soundsOn()) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    MAKERS[name](context, context.currentTime);
  } catch {
    // without sound the game is the same
  }
}

const MAKERS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  dice: (audio, at) => {
    for (const [delay, loud] of [[0, 1], [0.11, 0.7], [0.19, 0.8], [0.33, 0.6], [0.52, 0.45], [0.78, 0.3]] as const) knock(audio, at + delay, 2400, 0.035, LOUD * loud);
  },
  counter: (audio, at) => knock(audio, at, 700, 0.06, LOUD * 0.8),
  move: (audio, at) => {
    bell(audio, at, 587.33, 0.5, LOUD * 0.5);
    bell(audio, at + 0.16, 880, 0.7, LOUD * 0.45);
  },
  end: (audio, at) => {
    [392, 493.88, 587.33, 783.99].forEach((pitch, i) => bell(audio, at + i * 0.17, pitch, 1.4, LOUD * 0.45));
  },
};

/** A short noise through a narrow band: wood on wood. */
function knock(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  noise.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 1.2;
  noise.connect(band).connect(fading(audio, at, length, loud * 2)).connect(audio.destination);
  noise.start(at);
}

/** A tone that fades like a small bell. */
function bell(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const tone = audio.createOscillator();
  tone.type = "sine";
  tone.frequency.value = pitch;
  tone.connect(fading(audio, at, length, loud)).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}
