/** One way of being called: what it is, when it calls, whether it works. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { callHereNoMore, zone } from "../net/calls";
import { people } from "../net/people";
import { settingsWords } from "../store/calls";
import type { CallSettings, Channel } from "../wire";
import { words } from "../words";
import { calls } from "../words/calls";
import { whyNot } from "./Arrivals";

interface Props {
  channel: Channel;
  onChange: () => void;
}

const when = (iso: string): string => new Date(iso).toLocaleString(undefined, { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

export function ChannelRow({ channel, onChange }: Props): JSX.Element {
  const note = useSignal("");
  const { id, kind, settings = {}, trouble = "", rests = "", here = false } = channel;
  const named = channel.name && channel.name !== calls.kinds[kind] ? `${calls.kinds[kind]}: ${channel.name}` : calls.kinds[kind];
  const run = (done: Promise<unknown>, said: string): void => {
    note.value = "";
    void done.then(() => (note.value = said), (error: unknown) => (note.value = whyNot(error))).finally(onChange);
  };
  const remove = (): void => {
    run(here ? callHereNoMore() : people.dropChannel(id), "");
  };
  return (
    <li data-channel={kind}>
      <p class="me-channel">
        <strong>{named}</strong>
        <span class="note">{settings.off ? calls.isOff : settingsWords(settings)}</span>
        <span class="me-channel-keys">
          {settings.off ? (
            <button type="button" class="plain small" data-on="" onClick={() => run(people.changeChannel(id, { ...settings, off: false }), "")}>
              {calls.turnOn}
            </button>
          ) : (
            <button type="button" class="plain small" data-try="" aria-label={calls.tryAbout(named)} onClick={() => run(people.tryChannel(id), calls.tried)}>
              {calls.tryIt}
            </button>
          )}
          <button type="button" class="plain small" data-remove="" aria-label={calls.removeAbout(named)} onClick={remove}>
            {calls.remove}
          </button>
        </span>
      </p>
      {trouble && (
        <p class="trouble" data-trouble="">
          {trouble} {rests && calls.rests(when(rests))}
        </p>
      )}
      <details>
        <summary aria-label={calls.whenOf(named)}>{calls.when}</summary>
        <When settings={settings} onSave={(changed) => run(people.changeChannel(id, changed), calls.saved)} />
      </details>
      <p role="status">{note.value}</p>
    </li>
  );
}

/** Quiet hours as they are offered first. */
const NIGHT = { quiet_from: "22:00", quiet_to: "08:00" };

function When({ settings, onSave }: { settings: CallSettings; onSave: (settings: CallSettings) => void }): JSX.Element {
  const now = useSignal<CallSettings>(settings);
  const { after = 5, how = "turn", daily_at: at = "18:00", quiet_from: from = "", quiet_to: to = "" } = now.value;
  const set = (change: Partial<CallSettings>): void => {
    now.value = { ...now.peek(), ...change };
  };
  const save = (event: Event): void => {
    event.preventDefault();
    onSave({ ...now.peek(), zone: zone() });
  };
  const time = (field: "daily_at" | "quiet_from" | "quiet_to", label: string, value: string): JSX.Element => (
    <label>
      <span>{label}</span>
      <input type="time" required data-when={field} value={value} onInput={(event) => set({ [field]: event.currentTarget.value })} />
    </label>
  );
  return (
    <form class="me-when" onSubmit={save}>
      <label>
        <span>{calls.how}</span>
        <select data-when="how" value={how} onChange={(event) => set({ how: event.currentTarget.value as "turn" | "daily" })}>
          <option value="turn">{calls.hows.turn}</option>
          <option value="daily">{calls.hows.daily}</option>
        </select>
      </label>
      {how === "turn" ? (
        <label>
          <span>{calls.after}</span>
          <input type="number" required min={1} max={1440} data-when="after" value={after} onInput={(event) => set({ after: Number(event.currentTarget.value) })} />
        </label>
      ) : (
        time("daily_at", calls.dailyAt, at)
      )}
      <label class="check">
        <input type="checkbox" data-when="quiet" checked={from !== ""} onChange={(event) => set(event.currentTarget.checked ? NIGHT : { quiet_from: "", quiet_to: "" })} />
        {calls.quiet}
      </label>
      {from !== "" && time("quiet_from", calls.quietFrom, from)}
      {from !== "" && time("quiet_to", calls.quietTo, to)}
      <p class="note">{calls.zone(zone())}</p>
      <button type="submit" class="plate">
        {words.common.save}
      </button>
    </form>
  );
}
