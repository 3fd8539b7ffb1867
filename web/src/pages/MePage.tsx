/** Who I am: my name, my devices, my key on paper, my address; and the way in for a device that comes by a link. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { forgetDevice } from "../net/calls";
import { me, wasPutOut } from "../net/me";
import { people } from "../net/people";
import { toWords } from "../net/twelve";
import type { DeviceCard, Me } from "../wire";
import { LinkRow } from "../ui/LinkRow";
import { Section, Trouble } from "../ui/Part";
import { Sure } from "../ui/Sure";
import { Wordmark } from "../ui/Wordmark";
import { later } from "../ui/later";
import { words } from "../words";
import { Come, Confirm, Enter, Nobody, whyNot } from "./Arrivals";
import "../style/me.css";

/** How to be called: a chapter of its own. */
const Channels = later(() => import("./Channels").then((found) => found.Channels));

export function MePage(): JSX.Element {
  const link = useSignal(linkIn(location.hash));
  const known = useSignal<Me | null>(null);
  const gone = useSignal(wasPutOut() ? words.me.putOut : "");
  const mail = useSignal(false);
  const load = (): void => {
    if (!me.peek()) return;
    void people.me().then((found) => (known.value = found), (error: unknown) => (gone.value = gone.peek() || whyNot(error)));
  };
  useEffect(() => {
    document.title = `${words.me.title} – Vistula`;
    if (link.peek()) history.replaceState(null, "", location.pathname);
    void api.shelf().then((shelf) => (mail.value = Boolean(shelf.mail)), () => undefined);
    load();
  }, []);
  const told = me.value ? known.value : null;
  return (
    <main class="new-table me-page">
      <Wordmark />
      <div class="paper new-form">
        <h1>{words.me.title}</h1>
        {gone.value && (
          <p class="trouble" role="status">
            {gone.value}
          </p>
        )}
        {link.value?.kind === "pass" && <Enter token={link.value.token} />}
        {link.value?.kind === "mail" && <Confirm token={link.value.token} onDone={load} />}
        {!link.value && !me.value && <Nobody onMade={load} />}
        {!link.value && told && (
          <>
            <Name told={told} />
            <Channels told={told} onChange={load} />
            <Devices told={told} onChange={load} />
            <Add />
            <Paper />
            {told.mail_possible && <Mail told={told} onChange={load} />}
          </>
        )}
        {!link.value && <Come mail={mail.value} />}
        {!link.value && told && <Endings onRenewed={(found) => (known.value = found)} onGone={() => (gone.value = words.me.forgotten)} />}
      </div>
    </main>
  );
}

interface Link {
  kind: "pass" | "mail";
  token: string;
}

/** What a link to this page carries in its fragment: `#pass=TOKEN` or `#mail=TOKEN`. */
function linkIn(fragment: string): Link | null {
  const match = /^#(pass|mail)=([\w-]+)$/.exec(fragment);
  return match ? { kind: match[1] as Link["kind"], token: match[2]! } : null;
}

function Name({ told }: { told: Me }): JSX.Element {
  const name = useSignal(told.name ?? "");
  const note = useSignal("");
  const save = (event: Event): void => {
    event.preventDefault();
    void people.name(name.peek()).then(() => (note.value = words.me.nameSaved), (error: unknown) => (note.value = whyNot(error)));
  };
  return (
    <form class="me-part" onSubmit={save}>
      <label class="me-field">
        <h2>{words.me.named}</h2>
        <span class="note">{words.me.nameAbout}</span>
        <input
          type="text"
          maxLength={40}
          data-name=""
          placeholder={words.me.namePlaceholder}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
            note.value = "";
          }}
        />
      </label>
      <p>
        <button type="submit" class="plate">
          {words.common.save}
        </button>{" "}
        <span class="note" role="status">
          {note.value}
        </span>
      </p>
    </form>
  );
}

function Devices({ told, onChange }: { told: Me; onChange: () => void }): JSX.Element {
  const passes = told.passes ?? 0;
  return (
    <Section title={words.me.devices} about={words.me.devicesAbout}>
      <ul class="me-devices">
        {(told.devices ?? []).map((device) => (
          <li key={device.id} data-device={device.id ?? ""}>
            <strong>{deviceWords(device)}</strong>
            <span class="note">{when(device)}</span>
            {device.id && !device.here && (
              <button type="button" class="plain small" aria-label={words.me.putOutAbout(deviceWords(device))} onClick={() => void people.putOut(device.id!).then(onChange, onChange)}>
                {words.me.putOutDevice}
              </button>
            )}
          </li>
        ))}
      </ul>
      {passes > 0 && <p class="note">{words.me.passes(passes)}</p>}
    </Section>
  );
}

function deviceWords({ id, name = "", here = false }: DeviceCard): string {
  const called = id ? name || words.me.unnamed : words.me.first;
  return here ? `${words.me.here}${id && name ? ` (${name})` : ""}` : called;
}

const dayOf = (iso: string): string => new Date(iso).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });

function when({ made, seen = "" }: DeviceCard): string {
  return seen ? words.me.seen(dayOf(seen)) : words.me.since(dayOf(made));
}

/** A link that lets one more device in. */
function Add(): JSX.Element {
  const given = useSignal<{ href: string; until: string } | null>(null);
  const problem = useSignal("");
  const make = (): void => {
    given.value = null;
    void people.pass().then(
      ({ token, until }) => {
        const time = new Date(until).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
        given.value = { href: `${location.origin}/me#pass=${token}`, until: words.me.until(time) };
      },
      (error: unknown) => (problem.value = whyNot(error)),
    );
  };
  return (
    <Section title={words.me.add} about={words.me.addAbout}>
      {given.value && (
        <>
          <LinkRow key={given.value.href} name={words.me.addName} href={given.value.href} drawn />
          <p class="note" role="status">
            {given.value.until}
          </p>
        </>
      )}
      <button type="button" class={given.value ? "plain small" : "plate"} data-pass="" onClick={make}>
        {given.value ? words.me.addAgain : words.me.addButton}
      </button>
      <Trouble text={problem} />
    </Section>
  );
}

/** The key as twelve words, where this device has it. */
function Paper(): JSX.Element {
  const shown = useSignal(false);
  const mine = me.value;
  return (
    <Section title={words.me.words} about={mine?.own ? words.me.wordsAbout : words.me.wordsElsewhere}>
      {mine?.own && shown.value && (
        <ol class="me-words" data-twelve="">
          {toWords(mine.key).map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ol>
      )}
      {mine?.own && (
        <button type="button" class={shown.value ? "plain small" : "plate"} aria-expanded={shown.value} onClick={() => (shown.value = !shown.peek())}>
          {shown.value ? words.me.wordsHide : words.me.wordsShow}
        </button>
      )}
    </Section>
  );
}

function Mail({ told, onChange }: { told: Me; onChange: () => void }): JSX.Element {
  const address = useSignal("");
  const note = useSignal("");
  const add = (event: Event): void => {
    event.preventDefault();
    const to = address.peek();
    void people.mail(to).then(() => (note.value = words.me.mailSent(to)), (error: unknown) => (note.value = whyNot(error)));
  };
  return (
    <Section title={words.me.mail} about={words.me.mailAbout}>
      {told.mail && (
        <p>
          {words.me.mailIs(told.mail)}{" "}
          <button type="button" class="plain small" onClick={() => void people.dropMail().then(onChange, onChange)}>
            {words.me.mailDrop}
          </button>
        </p>
      )}
      {!told.mail && (
        <form class="me-row" onSubmit={add}>
          <label class="me-field">
            <span>{words.me.mailAddress}</span>
            <input type="email" required maxLength={120} autocomplete="email" value={address.value} onInput={(event) => (address.value = event.currentTarget.value)} />
          </label>
          <button type="submit" class="plate">
            {words.me.mailButton}
          </button>
        </form>
      )}
      <p role="status">{note.value}</p>
    </Section>
  );
}

function Endings({ onRenewed, onGone }: { onRenewed: (told: Me) => void; onGone: () => void }): JSX.Element {
  const note = useSignal("");
  const renew = (): void => {
    void people.renew().then(
      (told) => {
        note.value = words.me.renewed;
        onRenewed(told);
      },
      (error: unknown) => (note.value = whyNot(error)),
    );
  };
  const forget = (): void => {
    void people.forget().then(forgetDevice).then(onGone, (error: unknown) => (note.value = whyNot(error)));
  };
  return (
    <>
      <Section title={words.me.renew} about={words.me.renewAbout}>
        <Sure question={words.me.renewSure} run={renew}>
          {words.me.renewButton}
        </Sure>
        <p role="status">{note.value}</p>
      </Section>
      <Section title={words.me.forget} about={words.me.forgetAbout}>
        <Sure question={words.me.forgetSure} run={forget}>
          {words.me.forgetButton}
        </Sure>
      </Section>
    </>
  );
}
