/** The menu of the table: links, seal, export, looks, resigning. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { heldAt, linkTo } from "../net/keyring";
import { useTable } from "../store/context";
import { hasPartner } from "../store/state";
import { type Names, type Theme, prefs } from "../store/prefs";
import { seatName, titled } from "../store/words";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";

export function Menu({ token, onRematch }: { token: string; onRematch: () => void }): JSX.Element | null {
  const { dialog, session } = useTable();
  const close = (): void => {
    dialog.value = "";
  };
  if (dialog.value === "menu") {
    return (
      <Dialog title="The table" onClose={close}>
        <Links />
        <Agreed />
        <Seal />
        <Standing />
        <Looks />
        <div class="menu-end">
          <Export token={token} />
          {session.seat && !session.latest.value?.result && (
            <>
              <AskBack />
              <button type="button" class="plate danger" onClick={() => (dialog.value = "resign")}>
                Resign
              </button>
            </>
          )}
          {session.latest.value?.result && (
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
  const links = heldAt(session.table)?.links ?? {};
  if (Object.keys(links).length === 0) return null;
  return (
    <section>
      <h3>Links to this table</h3>
      <p class="note">A seat’s link is its key: send it only to who shall sit there.</p>
      {Object.entries(links).map(([seat, token]) => (
        <LinkRow key={seat} name={seat ? `${seatName(seat)}’s seat` : "Onlookers"} href={linkTo(location.origin, session.table, seat, token)} />
      ))}
    </section>
  );
}

export function LinkRow({ name, href }: { name: string; href: string }): JSX.Element {
  const copied = useSignal(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(href).then(() => (copied.value = true));
  };
  return (
    <div class="link-row">
      <label>
        <span>{name}</span>
        <input type="text" readOnly value={href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="plate" onClick={copy}>
        <Icon name="link" /> {copied.value ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

/** What was agreed on when the table was set up: scenario, rulings, how far undo goes. */
function Agreed(): JSX.Element | null {
  const { session } = useTable();
  const welcome = session.welcome.value;
  if (!welcome) return null;
  return (
    <section>
      <h3>Agreed at this table</h3>
      <dl class="sum agreed">
        <div>
          <dt>Scenario</dt>
          <dd>{titled(welcome.scenario)}</dd>
        </div>
        {Object.entries(welcome.options).map(([option, choice]) => (
          <div key={option}>
            <dt>{titled(option)}</dt>
            <dd>{titled(choice)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The dice were sealed before the first action; at the end the seal is opened and proves every roll. */
function Seal(): JSX.Element | null {
  const { session } = useTable();
  const welcome = session.welcome.value;
  if (!welcome) return null;
  return (
    <section>
      <h3>
        <Icon name="seal" /> The dice are sealed
      </h3>
      <p class="note">
        All dice of this game follow from a secret that was fixed before the first action. Its hash stands here; when the game is over the
        secret is opened, and <code>vistula verify RECORD</code> proves every roll.
      </p>
      <p class="hash">{welcome.seal}</p>
      {welcome.secret && (
        <>
          <h4>Opened</h4>
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
  if (kinds.length === 0 || !session.seat) return null;
  const set = (kind: string, passes: boolean): void => {
    passed.value = new Set(passes ? [...passed.peek(), kind] : [...passed.peek()].filter((one) => one !== kind));
    void session.send({ type: "stand", kind, passes });
  };
  return (
    <section>
      <h3>Always pass, unasked</h3>
      {kinds.map((kind) => (
        <label class="check" key={kind}>
          <input type="checkbox" checked={passed.value.has(kind)} onChange={(event) => set(kind, event.currentTarget.checked)} />
          {titled(kind)}
        </label>
      ))}
    </section>
  );
}

const NAMES: [Names, string][] = [["", "As the game has them"], ["polish", "Polish"], ["english", "English"], ["local", "Of today"]];
const THEMES: [Theme, string][] = [["auto", "As the system"], ["light", "Day"], ["dark", "Night"]];

function Looks(): JSX.Element {
  return (
    <section class="looks">
      <h3>Looks</h3>
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
        On a touch screen, confirm each place before it is taken
      </label>
    </section>
  );
}

function Export({ token }: { token: string }): JSX.Element {
  const { session } = useTable();
  const over = Boolean(session.latest.value?.result);
  const save = async (): Promise<void> => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`/api/tables/${session.table}/export`, { headers });
    if (!response.ok) {
      session.refuse({ rule: "", why: "The table could not be exported." });
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${session.catalog.title}-${session.table}-${over ? "record" : "transcript"}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button type="button" class="plate" onClick={() => void save()}>
      <Icon name="save" /> {over ? "Export the record" : "Export my transcript"}
    </button>
  );
}

/** Beyond the last barrier the others must agree; a computer always does. */
function AskBack(): JSX.Element {
  const { session, dialog } = useTable();
  const ask = (): void => {
    void session.send({ type: "ask_back" });
    dialog.value = "";
  };
  return (
    <button type="button" class="plate" onClick={ask}>
      Ask to take back
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
          Fight on
        </button>
      </div>
    </Dialog>
  );
}
