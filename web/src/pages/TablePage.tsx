/** A table: finds the seat to sit on, draws the curtain between seats of one browser, and lays everything out. */

import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { Refusal, api } from "../net/api";
import { heldAt, hold, inviteIn, letGoOf, takeFromAddress } from "../net/keyring";
import { beSomebody, openMine } from "../net/me";
import { visit } from "../router";
import { type Table, TableContext, sitDown } from "../store/context";
import { prefs } from "../store/prefs";
import { asksMe, seatOnMove } from "../store/state";
import { Curtain } from "../ui/Curtain";
import { words } from "../words";
import { LostPage } from "./LostPage";
import { Room } from "./Room";

/** Tokens in whose place others were asked for, once. */
const again = new Set<string>();

interface Place {
  table: Table;
  token: string;
}

export function TablePage({ id }: { id: string }): JSX.Element {
  const assets = useSignal<Assets | null>(null);
  const problem = useSignal("");
  const place = useSignal<Place | null>(null);
  const curtain = useSignal<string | null>(null);

  useEffect(() => {
    const linked = takeFromAddress(id);
    void claimed(id)
      .then(() => open(id))
      .then((found) => {
        assets.value = found;
        return linked ?? firstSeat(id);
      })
      .then((seat) => (mine(id).length > 1 && seat ? (curtain.value = seat) : sit(seat)))
      .catch((error: unknown) => (problem.value = whyNot(id, linked, error)));
    return () => place.peek()?.table.close();
  }, [id]);

  // Other names on the map: only the drawing is another one.
  useSignalEffect(() => {
    const names = prefs.names.value;
    const shown = assets.peek();
    if (!shown) return;
    void loadAssets(shown.catalog.title, names).then((found) => (assets.value = { ...shown, board: found.board, names: found.names }));
  });

  const sit = (seat: string): void => {
    place.peek()?.table.close();
    const token = heldAt(id)?.seats[seat] ?? "";
    localStorage.setItem(`vistula.sat.${id}`, seat);
    place.value = { table: sitDown(id, seat, token, assets.peek()!), token };
  };

  const others = useComputed(() => {
    const at = place.value;
    return at ? mine(id).filter((seat) => seat !== at.table.session.seat) : [];
  });

  // Several seats in this browser: when another of them is asked, the curtain falls. That a seat is on move is not enough:
  // where it has nothing to react with, the table passes for it.
  useSignalEffect(() => {
    const session = place.value?.table.session;
    if (!session || others.value.length === 0 || session.seat === "") return;
    const view = session.view.value;
    const moving = seatOnMove(view);
    if (session.play.playing.value || asksMe(view)) return;
    const waiting = others.value.filter((seat) => moving.includes(seat));
    if (waiting.length === 0) return;
    void askedOf(id, waiting).then((next) => {
      if (next && session.view.peek() === view && place.peek()?.table.session === session) curtain.value = next;
    });
  });

  useSecondLook(id, place, sit);
  useNewPlace(id, place, sit);

  const lift = (): void => {
    const seat = curtain.peek();
    curtain.value = null;
    if (seat) sit(seat);
  };

  const rematch = async (): Promise<void> => {
    const at = place.peek();
    if (!at) return;
    const answer = await at.table.session.send({ type: "rematch" });
    if (!answer.table || !answer.token) return;
    const seat = (await api.mine([answer.token])).tables[0]?.seat ?? "";
    hold(answer.table, { seats: { [seat]: answer.token }, game: at.table.session.catalog.title });
    visit(`/table/${answer.table}`);
  };

  /** Two seats in this browser from now on, as at hot-seat. */
  const take = async (seat: string): Promise<void> => {
    const at = place.peek();
    const token = (await at?.table.session.send({ type: "take", seat }))?.token;
    if (!at || !token) return;
    hold(id, { seats: { [seat]: token } });
    place.value = { ...at };
  };

  if (problem.value) return <LostPage title={words.table.cannotOpen} why={problem.value} />;
  if (curtain.value !== null) return <Curtain seat={curtain.value} first={place.value === null} onLift={lift} />;
  if (!place.value || !assets.value) return <p class="loading">{words.table.unrolling}</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: assets.value.counters }} />
      <TableContext.Provider value={place.value.table} key={place.value.table.session.seat}>
        <Room assets={assets.value} token={place.value.token} onRematch={() => void rematch()} onTake={(seat) => void take(seat)} />
      </TableContext.Provider>
    </>
  );
}

/** What opened my seat here opens it no more: it may be mine all the same, by my key. */
function useSecondLook(id: string, place: ReadonlySignal<Place | null>, sit: (seat: string) => void): void {
  useSignalEffect(() => {
    const at = place.value;
    if (at?.table.session.socket.state.value !== "refused" || again.has(at.token)) return;
    again.add(at.token);
    const { seat } = at.table.session;
    void openMine(id).then((found) => found && place.peek() === at && heldAt(id)?.seats[seat] !== at.token && sit(seat));
  });
}

/** The seat is somebody else's now: what opened it lets me watch. */
function useNewPlace(id: string, place: ReadonlySignal<Place | null>, sit: (seat: string) => void): void {
  useSignalEffect(() => {
    const at = place.value;
    const told = at?.table.session.welcome.value;
    if (!at || told?.seat !== "" || at.table.session.seat === "") return;
    hold(id, { seats: { "": at.token } });
    letGoOf(id, at.table.session.seat);
    sit("");
    place.peek()?.table.session.notify(words.me.seatGone);
  });
}

/** Take the seat that an invitation is for, if one is in the address: from then on nobody else can use it. */
async function claimed(id: string): Promise<void> {
  const invite = inviteIn(location.hash);
  if (!invite) return;
  history.replaceState(null, "", location.pathname + location.search);
  const key = await beSomebody();
  const { seat, token } = await api.claim(id, invite, key);
  hold(id, { seats: { [seat]: token }, mine: key !== "" });
}

async function open(id: string): Promise<Assets> {
  if (!heldAt(id)) await openMine(id);
  const held = heldAt(id);
  const known = held?.game ?? "";
  const game = known === "" ? await gameOf(id, Object.values(held?.seats ?? {})[0] ?? "") : known;
  if (held && !held.game) hold(id, { game });
  return loadAssets(game, prefs.names.peek());
}

/** Which game is played at a table that was found by a link, or among those to watch. */
async function gameOf(id: string, token: string): Promise<string> {
  if (token) return (await api.table(id, token)).game;
  const found = (await api.watch()).tables.find((card) => card.table === id);
  if (!found) throw new Error(words.table.isPrivate);
  return found.game;
}

/** The seats of a table that this browser holds. */
function mine(id: string): string[] {
  return Object.keys(heldAt(id)?.seats ?? {}).filter(Boolean);
}

/** Which of these seats of mine is asked something that the table does not pass by itself. */
async function askedOf(id: string, seats: string[]): Promise<string | undefined> {
  const held = heldAt(id)?.seats ?? {};
  const { tables } = await api.mine(seats.map((seat) => held[seat]!));
  return tables.find((card) => card.table === id && card.your_move)?.seat;
}

/** Of several seats in this browser the one that is to move, or else the one that was last sat on. */
async function firstSeat(id: string): Promise<string> {
  const seats = mine(id);
  if (seats.length < 2) return seats[0] ?? "";
  const last = localStorage.getItem(`vistula.sat.${id}`);
  return (await askedOf(id, seats)) ?? seats.find((seat) => seat === last) ?? seats[0]!;
}

/** Why a table cannot be opened, in words. A link that opens nothing is not kept. */
function whyNot(id: string, linked: string | null, error: unknown): string {
  if (!(error instanceof Refusal) || ![401, 403, 404].includes(error.status)) return error instanceof Error ? error.message : String(error);
  if (linked !== null) letGoOf(id, linked);
  return words.table.deadLink;
}
