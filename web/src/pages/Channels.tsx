/** On the page of oneself: how to be called when a table waits. */

import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Called, allowed, callHere, callHereNoMore, keepCalled, pushable, zone } from "../net/calls";
import { people } from "../net/people";
import { cameWords } from "../panels/CallMe";
import { prefs } from "../store/prefs";
import type { Me, NewChannel } from "../wire";
import { Section, Trouble } from "../ui/Part";
import { calls } from "../words/calls";
import { whyNot } from "./Arrivals";
import { ChannelRow } from "./ChannelRow";

interface Props {
  told: Me;
  onChange: () => void;
}

export function Channels({ told, onChange }: Props): JSX.Element {
  const problem = useSignal("");
  const { mail = false, hook = false, channels = [] } = told.calling ?? {};
  useEffect(() => void keepCalled().catch(() => undefined), []);
  const add = (channel: NewChannel): Promise<boolean> =>
    people.addChannel({ ...channel, settings: { zone: zone() } }).then(
      () => {
        problem.value = "";
        onChange();
        return true;
      },
      (error: unknown) => {
        problem.value = whyNot(error);
        return false;
      },
    );
  return (
    <Section title={calls.title} about={calls.about}>
      <Here told={told} onChange={onChange} />
      {channels.length > 0 && (
        <ul class="me-channels">
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} onChange={onChange} />
          ))}
        </ul>
      )}
      {mail && !channels.some(({ kind }) => kind === "mail") && <MailHere told={told} add={add} />}
      {hook && <Hook add={add} problem={problem} />}
    </Section>
  );
}

/** Whether to be called in this browser. */
function Here({ told, onChange }: Props): JSX.Element {
  const came = useSignal<Called | null>(null);
  const busy = useSignal(false);
  const on = prefs.called.value && allowed() === "granted";
  const push = pushable(told);
  const call = (): void => {
    busy.value = true;
    void callHere()
      .then((found) => (came.value = found), () => (came.value = "tab"))
      .finally(() => {
        busy.value = false;
        onChange();
      });
  };
  const stop = (): void => {
    came.value = null;
    void callHereNoMore().then(onChange, onChange);
  };
  return (
    <div class="me-call" data-here={on ? "on" : "off"}>
      <h3>{calls.here}</h3>
      <p class="note">{push ? calls.hereAbout : calls.hereTab}</p>
      <p>
        {on ? (
          <>
            <strong>{calls.hereIs}</strong>{" "}
            <button type="button" class="plain small" data-call="no" onClick={stop}>
              {calls.hereOff}
            </button>
          </>
        ) : (
          <button type="button" class="plate" data-call="yes" aria-disabled={busy.value || undefined} onClick={call}>
            {calls.hereOn}
          </button>
        )}
      </p>
      <p role="status">{on ? came.value === "tab" && push && calls.hereFailed : came.value && cameWords(came.value)}</p>
    </div>
  );
}

type Add = (channel: NewChannel) => Promise<boolean>;

function MailHere({ told, add }: { told: Me; add: Add }): JSX.Element {
  return (
    <div class="me-call">
      <h3>{calls.mail}</h3>
      {told.mail ? (
        <button type="button" class="plate" data-add="mail" onClick={() => void add({ kind: "mail" })}>
          {calls.mailAdd}
        </button>
      ) : (
        <p class="note">{calls.mailFirst}</p>
      )}
    </div>
  );
}

function Hook({ add, problem }: { add: Add; problem: Signal<string> }): JSX.Element {
  const url = useSignal("");
  const name = useSignal("");
  const send = (event: Event): void => {
    event.preventDefault();
    void add({ kind: "hook", url: url.peek().trim(), name: name.peek().trim() }).then((taken) => {
      if (taken) url.value = name.value = "";
    });
  };
  return (
    <details class="me-call" data-hook="">
      <summary>
        <h3>{calls.hook}</h3>
      </summary>
      <p class="note">{calls.hookAbout}</p>
      <form onSubmit={send}>
        <label class="me-field">
          <span>{calls.hookUrl}</span>
          <input type="url" required maxLength={1000} autocomplete="off" placeholder={calls.hookHint} value={url.value} onInput={(event) => (url.value = event.currentTarget.value)} />
        </label>
        <label class="me-field">
          <span>{calls.hookName}</span>
          <input type="text" maxLength={40} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <p class="note">{calls.hookSecret}</p>
        <button type="submit" class="plate">
          {calls.hookAdd}
        </button>
        <Trouble text={problem} />
      </form>
      <h4>{calls.hookHow}</h4>
      <ul class="me-how">
        <li>{calls.hookDiscord}</li>
        <li>{calls.hookSlack}</li>
        <li>{calls.hookOther}</li>
      </ul>
    </details>
  );
}
