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
import { panels } from "../words/panels";

export function Menu({ token, onRematch }: { token: string; onRematch: () => void }): JSX.Element | null {
  const { dialog, session } = useTable();
  const close = (): void => {
    dialog.value = "";
  };
  if (dialog.value === "menu") {
    return (
      <Dialog title={panels.menu.title} onClose={close}>
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
                {panels.menu.resign}
              </button>
            </>
          )}
          {session.latest.value?.result && !session.rehearsal.value && (
            <button type="button" class="brass" onClick={onRematch}>
              {panels.menu.rematch}
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
      <h3>{panels.menu.links}</h3>
      <p class="note">{panels.menu.linksAbout}</p>
      {own && (
        <p>
          <a class="plate" href="/me" onClick={(event) => follow(event, "/me")}>
            {words.me.add}
          </a>
        </p>
      )}
      {own && <LinkRow name={panels.menu.mySeat(seatName(session.seat))} href={to(session.seat, own)} />}
      {Object.entries(links).map(([seat, token]) => (
        <LinkRow key={seat} name={seat ? panels.menu.seatOf(seatName(seat)) : panels.menu.spectators} href={to(seat, token)} />
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
      <h3>{panels.menu.houseRules}</h3>
      <dl class="sum agreed">
        <div>
          <dt>{panels.menu.scenario}</dt>
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
        <Icon name="seal" /> {panels.menu.sealed}
      </h3>
      <p class="note">
        {panels.menu.sealedAbout}
        <code>{panels.menu.sealedCommand}</code>.
      </p>
      <p class="hash">{welcome.seal}</p>
      {mine && (
        <>
          <p class="note">{panels.menu.myNumber}</p>
          <p class="hash">{mine}</p>
        </>
      )}
      {welcome.secret && (
        <>
          <h4>{panels.menu.number}</h4>
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
      <h3>{panels.menu.dontAsk}</h3>
      {kinds.map((kind) => (
        <label class="check" key={kind}>
          <input type="checkbox" checked={passed.value.has(kind)} onChange={(event) => set(kind, event.currentTarget.checked)} />
          {titled(kind)}
        </label>
      ))}
      <p class="note">{panels.menu.passes}</p>
      <Switch />
    </section>
  );
}

const NAMES: Names[] = ["", "polish", "english", "local"];
const THEMES: Theme[] = ["auto", "light", "dark"];

function Looks(): JSX.Element {
  const { session } = useTable();
  return (
    <section class="looks">
      <h3>{panels.menu.appearance}</h3>
      <div class="choice-set" role="radiogroup" aria-label={panels.menu.lightOrDark}>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input type="radio" name="theme" checked={prefs.theme.value === theme} onChange={() => (prefs.theme.value = theme)} />
            {panels.menu.themes[theme]}
          </label>
        ))}
      </div>
      <label class="field">
        <span>{panels.menu.namesOnMap}</span>
        <select value={prefs.names.value} onChange={(event) => (prefs.names.value = event.currentTarget.value as Names)}>
          {NAMES.map((names) => (
            <option key={names} value={names}>
              {panels.menu.names[names]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={prefs.confirmTouch.value} onChange={(event) => (prefs.confirmTouch.value = event.currentTarget.checked)} />
        {panels.menu.confirmTaps}
      </label>
      <label class="check">
        <input type="checkbox" checked={prefs.onlyNear.value} onChange={(event) => session.play.setNear((prefs.onlyNear.value = event.currentTarget.checked))} />
        {panels.menu.onlyNear}
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
      session.refuse({ rule: "", why: said ?? panels.menu.noDownload });
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
        <Icon name="play" /> {over ? panels.menu.watchAgain : panels.menu.lookBack}
      </a>
      {session.seat && !over && (
        <a class="plate" href={`/sketch/${session.table}`} data-new-sketch="" onClick={(event) => follow(event, `/sketch/${session.table}`)}>
          <Icon name="pencil" /> {words.look.sketch}
        </a>
      )}
      <button type="button" class="plate" onClick={() => void save("export", over ? "record.json" : "transcript.json")}>
        <Icon name="save" /> {over ? panels.menu.downloadGame : panels.menu.downloadCopy}
      </button>
      <button type="button" class="plate" data-position="" onClick={() => void save("position", "position.toml")}>
        <Icon name="save" /> {panels.menu.savePosition}
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
      session.notify(answer.done ? panels.menu.undone : panels.menu.undoAsked);
    });
  };
  return (
    <button type="button" class="plate" onClick={ask}>
      {panels.menu.askUndo}
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
    <Dialog title={panels.menu.resignTitle} onClose={onClose}>
      <p>{shared ? panels.menu.resignPartner : panels.menu.resignAbout}</p>
      <div class="answers">
        <button type="button" class="plate danger" data-resign="" onClick={resign}>
          {panels.menu.resign}
        </button>
        <button type="button" class="brass" onClick={onClose}>
          {panels.menu.playOn}
        </button>
      </div>
    </Dialog>
  );
}
