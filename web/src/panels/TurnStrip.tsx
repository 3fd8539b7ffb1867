/** The steps of this turn over the map: where we are, what comes next, who acts, and a sentence on each step. */

import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { asked, type Shown, type Strip, stripOf } from "../store/strip";
import { capital, seatName } from "../store/words";
import type { StripStep } from "../wire";
import { words } from "../words";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { RuleChip } from "../ui/Words";

export function TurnStrip(): JSX.Element | null {
  const { session } = useTable();
  const strip = useComputed(() => stripOf(session.catalog, session.view.value));
  const looked = useSignal<StripStep | null>(null);
  const open = useSignal(false);
  const found = strip.value;
  if (!found) return null;
  const shown = looked.value && has(found, looked.value) ? looked.value : found.now;
  return (
    <nav class={`turn-strip${open.value ? " open" : ""}`} aria-label={words.feel.strip.label} data-step={found.now.id}>
      <button type="button" class="strip-fold only-phone" aria-expanded={open.value} title={open.value ? words.feel.strip.less : words.feel.strip.more} onClick={() => (open.value = !open.peek())}>
        <Actor />
        <b>{found.step.word}</b>
        <span>{found.next ? words.feel.strip.next(found.next.word) : words.feel.strip.then(found.then)}</span>
        <Icon name={open.value ? "close" : "layers"} />
      </button>
      <div class="strip-line">
        <Actor />
        <ol class="strip-steps" onKeyDown={roving} onMouseLeave={() => (looked.value = null)}>
          {found.steps.map((one) => (
            <Step key={one.step.id} one={one} parts={one.stand === "now" ? found.parts : []} shown={shown} onLook={(step) => (looked.value = step)} />
          ))}
          {found.then && <li class="strip-then">{found.then}</li>}
        </ol>
        <p class="strip-says" aria-live="off">
          <span>
            <b>{shown.word}.</b> {shown.says} <RuleChip id={shown.rule ?? ""} />
          </span>
        </p>
      </div>
    </nav>
  );
}

function has({ steps, parts }: Strip, step: StripStep): boolean {
  return [...steps, ...parts].some((one) => one.step === step);
}

interface StepProps {
  one: Shown;
  parts: Shown[];
  shown: StripStep;
  onLook: (step: StripStep | null) => void;
}

function Step({ one, parts, shown, onLook }: StepProps): JSX.Element {
  const label = { done: words.feel.strip.done, now: words.feel.strip.now, ahead: "" };
  const key = ({ step, stand }: Shown, inner: boolean): JSX.Element => (
    <button
      type="button"
      class={`strip-step strip-${stand}${inner ? " strip-part" : ""}${step === shown ? " looked" : ""}`}
      tabIndex={stand === "now" && !inner ? 0 : -1}
      aria-current={stand === "now" ? "step" : undefined}
      onMouseEnter={() => onLook(step)}
      onFocus={() => onLook(step)}
      onBlur={() => onLook(null)}
      onClick={() => onLook(step)}
    >
      {step.word}
      {label[stand] && <span class="unseen"> ({label[stand]})</span>}
    </button>
  );
  return (
    <li>
      {key(one, false)}
      {parts.length > 0 && <span class="strip-parts">{parts.map((part) => key(part, true))}</span>}
      <p class="strip-line-says only-phone">{one.step.says}</p>
    </li>
  );
}

/** Whose turn it is, and who is asked now. */
function Actor(): JSX.Element {
  const { session } = useTable();
  const view = session.view.value;
  const seats = asked(view);
  const side = view?.strip?.side ?? (seats.length === 1 ? seats[0]!.split("-")[0]! : "");
  const told = seats.includes(session.seat) ? words.feel.strip.you : seats.length > 1 ? words.feel.strip.act(seats.map(seatName).join(" and ")) : seats[0] ? words.feel.strip.acts(seatName(seats[0])) : "";
  return (
    <span class="strip-actor" title={side ? words.feel.strip.turnOf(capital(side)) : undefined}>
      {side && <Emblem side={side} />}
      {told && <span>{told}</span>}
    </span>
  );
}

/** One stop for the tab key; arrows go from step to step. */
function roving(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".strip-step")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + by + all.length) % all.length]?.focus();
}
