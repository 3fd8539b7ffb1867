/** The menu of the table: invite links, house rules, sealed dice, download, appearance, resigning. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { heldAt, linkTo } from "../net/keyring";
import { numberOf } from "../net/numbers";
import { follow } from "../router";
import { useTable } from "../store/context";
import { hasPartner } from "../store/state";
import { type Names, type Theme, prefs } from "../store/prefs";
import { soundsOn } from "../store/audible";
import { choiceWords, seatName, titled } from "../store/words";
import type { GameCard } from "../wire";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { LinkRow } from "../ui/LinkRow";
import { words } from "../words";
import { Away } from "./Away";
import { Invites } from "./Invites";
import { Switch } from "./Passing";

export function Menu({ token, onRematch }: { token: string; onRematch: () => void }): JSX.Element | null {
  const { dialog, session } = useTable();
  const close = (): void => {
    dialog.value = "";
  };
  if (dialog.value === "menu") {
    return (
      <Dialog title="The table" onClose={close}>
        <button type="button" class="plate" data-briefing="" onClick={() => (dialog.value = "briefing")}>
          {words.feel.briefing.open}
        </button>
        <Links />
        {!session.rehearsal.value && <Away />}
        <Agreed />
        <Seal />
        <Standing />
        <Looks />
        <div class="menu-end">
          {!session.rehearsal.value && <Export token={token} />}
          {session.seat && !session.latest.value?.result && !session.rehearsal.value && (
            <>
              <AskBack />
              <button type="button" class="plate danger" onClick={() => (dialog.value = "resign")}>
                Resign
              </button>
            </>
          )}
          {session.latest.value?.result && !session.rehearsal.value && (
            <button type="button" class="brass" onClick={onRematch}>
              Rematch, sides swapped
            </button>
          )}
        </div>
      </Dialog>
    );
  }
  if (dialog.value === "resign") return <Resign onClose={close} />;
  return null;
}

function Links(): JSX.Element | null {
  const { session } = useTable();
  const { seats = {}, links = {}, host = "", invites = {} } = heldAt(session.table) ?? {};
  const own = session.seat ? seats[session.seat] : undefined; // at hot-seat not the other's
  if (!own && Object.keys(links).length === 0) return null;
  const to = (seat: string, token: string): string => linkTo(location.origin, session.table, seat, token);
  return (
    <section>
      <h3>Links to this table</h3>
      <p class="note">Anyone who has your seat’s link can play it: open it on another device to play on there. An invite works once.</p>
      {own && (
        <p>
          <a class="plate" href="/me" onClick={(event) => follow(event, "/me")}>
            {words.me.add}
          </a>
        </p>
      )}
      {own && <LinkRow name={`My seat, ${seatName(session.seat)}`} href={to(session.seat, own)} />}
      {Object.entries(links).map(([seat, token]) => (
        <LinkRow key={seat} name={seat ? `${seatName(seat)}’s seat` : "Spectators"} href={to(seat, token)} />
      ))}
      {(host || Object.keys(invites).length > 0) && <Invites table={session.table} />}
    </section>
  );
}

/** What was chosen when the table was set up: scenario, rulings, how far undo goes. */
function Agreed(): JSX.Element | null {
  const { session } = useTable();
  const welcome = session.welcome.value;
  const game = useSignal<GameCard | undefined>(undefined);
  useEffect(() => void api.shelf().then(({ games }) => (game.value = games.find(({ id }) => id === session.catalog.title)), () => undefined), []);
  if (!welcome) return null;
  const cards = game.value?.options ?? [];
  return (
    <section>
      <h3>House rules</h3>
      <dl class="sum agreed">
        <div>
          <dt>Scenario</dt>
          <dd>{game.value?.scenarios?.find(({ id }) => id === welcome.scenario)?.title ?? titled(welcome.scenario)}</dd>
        </div>
        {Object.entries(welcome.options).map(([id, choice]) => {
          const option = cards.find((card) => card.id === id);
          return (
            <div key={id}>
              <dt>{option?.title ?? titled(id)}</dt>
              <dd>{option ? choiceWords(option, choice) : titled(choice)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** The dice were sealed before the first action; at the end the seal is opened and proves every roll. */
function Seal(): JSX.Element | null {
  const { session } = useTable();
  const welcome = session.welcome.value;
  if (!welcome) return null;
  const mine = numberOf(session.table, session.seat);
  return (
    <section>
      <h3>
        <Icon name="seal" /> The dice are sealed
      </h3>
      <p class="note">
        Every roll comes from a secret number fixed before the first move. This is its fingerprint. After the game we publish the number, so
        anyone can check the dice with <code>vistula verify</code>.
      </p>
      <p class="hash">{welcome.seal}</p>
      {mine && (
        <>
          <p class="note">Your browser added this number to them. It is in the record after the game.</p>
          <p class="hash">{mine}</p>
        </>
      )}
      {welcome.secret && (
        <>
          <h4>The number</h4>
          <p class="hash">{welcome.secret}</p>
        </>
      )}
    </section>
  );
}

/** Kinds of questions that this seat passes unasked; nobody else is told. */
function Standing(): JSX.Element | null {
  const { session } = useTable();
  const kinds = session.welcome.value?.windows ?? [];
  const passed = useSignal(new Set(session.welcome.value?.standing ?? []));
  if (kinds.length === 0 || !session.seat) return null; // a game without reactions passes nothing either
  const set = (kind: string, passes: boolean): void => {
    passed.value = new Set(passes ? [...passed.peek(), kind] : [...passed.peek()].filter((one) => one !== kind));
    void session.send({ type: "stand", kind, passes });
  };
  return (
    <section>
      <h3>Don’t ask me about</h3>
      {kinds.map((kind) => (
        <label class="check" key={kind}>
          <input type="checkbox" checked={passed.value.has(kind)} onChange={(event) => set(kind, event.currentTarget.checked)} />
          {titled(kind)}
        </label>
      ))}
      <p class="note">Where you have nothing to play, we pass for you after a short pause.</p>
      <Switch words="Ask me anyway" />
    </section>
  );
}

const NAMES: [Names, string][] = [["", "As printed"], ["polish", "Polish"], ["english", "English"], ["local", "Modern"]];
const THEMES: [Theme, string][] = [["auto", "Match my device"], ["light", "Light"], ["dark", "Dark"]];

function Looks(): JSX.Element {
  const { session } = useTable();
  return (
    <section class="looks">
      <h3>Appearance</h3>
      <div class="choice-set" role="radiogroup" aria-label="Light or dark">
        {THEMES.map(([theme, name]) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={prefs.theme.value === theme} onChange={() => (prefs.theme.value = theme)} />
            {name}
          </label>
        ))}
      </div>
      <label class="field">
        <span>Names on the map</span>
        <select value={prefs.names.value} onChange={(event) => (prefs.names.value = event.currentTarget.value as Names)}>
          {NAMES.map(([names, words]) => (
            <option key={names} value={names}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={prefs.confirmTouch.value} onChange={(event) => (prefs.confirmTouch.value = event.currentTarget.checked)} />
        Confirm each tap on the map
      </label>
      <label class="check">
        <input type="checkbox" checked={prefs.onlyNear.value} onChange={(event) => session.play.setNear((prefs.onlyNear.value = event.currentTarget.checked))} />
        Play back only what came near my units
      </label>
      <label class="check">
        <input type="checkbox" checked={soundsOn()} onChange={(event) => (prefs.sound.value = event.currentTarget.checked)} />
        {words.feel.sound.all}
      </label>
    </section>
  );
}

function Export({ token }: { token: string }): JSX.Element {
  const { session, dialog } = useTable();
  const over = Boolean(session.latest.value?.result);
  const save = async (what: "export" | "position", ending: string): Promise<void> => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`/api/tables/${session.table}/${what}`, { headers });
    if (!response.ok) {
      const said = response.status === 403 ? ((await response.json()) as { why?: string }).why : undefined;
      dialog.value = ""; // it would lie over what is said
      session.refuse({ rule: "", why: said ?? "We couldn’t download the game. Try again in a moment." });
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${session.catalog.title}-${session.table}-${ending}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <a class="plate" href={`/replay/${session.table}`} data-replay="" onClick={(event) => follow(event, `/replay/${session.table}`)}>
        <Icon name="play" /> {over ? "Watch the game again" : "Look back"}
      </a>
      {session.seat && !over && (
        <a class="plate" href={`/sketch/${session.table}`} data-new-sketch="" onClick={(event) => follow(event, `/sketch/${session.table}`)}>
          <Icon name="pencil" /> {words.look.sketch}
        </a>
      )}
      <button type="button" class="plate" onClick={() => void save("export", over ? "record.json" : "transcript.json")}>
        <Icon name="save" /> {over ? "Download the full game" : "Download my copy"}
      </button>
      <button type="button" class="plate" data-position="" onClick={() => void save("position", "position.toml")}>
        <Icon name="save" /> Save this position
      </button>
    </>
  );
}

/** Beyond the last undo point the others must agree; a computer always does. What comes of it is told. */
function AskBack(): JSX.Element {
  const { session, dialog } = useTable();
  const ask = (): void => {
    dialog.value = "";
    void session.send({ type: "ask_back" }).then((answer) => {
      if (answer.refusal) return;
      session.notify(answer.done ? "Undone: you are back where your last move began." : "You have asked for an undo. Everyone else has to agree.");
    });
  };
  return (
    <button type="button" class="plate" onClick={ask}>
      Ask for an undo
    </button>
  );
}

function Resign({ onClose }: { onClose: () => void }): JSX.Element {
  const { session } = useTable();
  const shared = hasPartner(session.latest.value, session.welcome.value);
  const resign = (): void => {
    void session.send({ type: "resign" });
    onClose();
  };
  return (
    <Dialog title="Resign?" onClose={onClose}>
      <p>{shared ? "Your partner plays on for you. The game ends when your whole side has resigned." : "This ends the game and the other side wins."}</p>
      <div class="answers">
        <button type="button" class="plate danger" data-resign="" onClick={resign}>
          Resign
        </button>
        <button type="button" class="brass" onClick={onClose}>
          Play on
        </button>
      </div>
    </Dialog>
  );
}
