/** A table: finds the seat to sit on, draws the curtain between seats of one browser, and lays everything out. */

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { api } from "../net/api";
import { heldAt, hold, takeFromAddress } from "../net/keyring";
import { visit } from "../router";
import { type Table, TableContext, sitDown } from "../store/context";
import { prefs } from "../store/prefs";
import { asksMe, seatOnMove } from "../store/state";
import { Curtain } from "../ui/Curtain";
import { Room } from "./Room";

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
    void open(id)
      .then((found) => {
        assets.value = found;
        return linked ?? firstSeat(id);
      })
      .then(sit)
      .catch((error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)));
    return () => place.peek()?.table.close();
  }, [id]);

  // Other names on the map: only the drawing is another one.
  useSignalEffect(() => {
    const names = prefs.names.value;
    const shown = assets.peek();
    if (!shown) return;
    void loadAssets(shown.catalog.title, names).then((found) => (assets.value = { ...shown, board: found.board }));
  });

  const sit = (seat: string): void => {
    place.peek()?.table.close();
    const token = heldAt(id)?.seats[seat] ?? "";
    localStorage.setItem(`vistula.sat.${id}`, seat);
    place.value = { table: sitDown(id, seat, token, assets.peek()!), token };
  };

  const others = useComputed(() => {
    const at = place.value;
    return at ? Object.keys(heldAt(id)?.seats ?? {}).filter((seat) => seat && seat !== at.table.session.seat) : [];
  });

  // Several seats in this browser: when another of them is to move, the curtain falls.
  useSignalEffect(() => {
    const session = place.value?.table.session;
    if (!session || others.value.length === 0 || session.seat === "") return;
    const moving = seatOnMove(session.view.value);
    if (session.play.playing.value || asksMe(session.view.value)) return;
    const next = others.value.find((seat) => moving.includes(seat));
    if (next) curtain.value = next;
  });

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

  if (problem.value) return <NoTable why={problem.value} />;
  if (!place.value || !assets.value) return <p class="loading">Unrolling the map …</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: assets.value.counters }} />
      {curtain.value === null ? (
        <TableContext.Provider value={place.value.table} key={place.value.table.session.seat}>
          <Room assets={assets.value} token={place.value.token} onRematch={() => void rematch()} onTake={(seat) => void take(seat)} />
        </TableContext.Provider>
      ) : (
        <Curtain seat={curtain.value} onLift={lift} />
      )}
    </>
  );
}

async function open(id: string): Promise<Assets> {
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
  if (!found) throw new Error("This table is not open to strangers. Whoever sits there can send you a link.");
  return found.game;
}

/** Of several seats in this browser the one that is to move, or else the one that was last sat on. */
async function firstSeat(id: string): Promise<string> {
  const seats = heldAt(id)?.seats ?? {};
  const mine = Object.keys(seats).filter(Boolean);
  if (mine.length < 2) return mine[0] ?? "";
  const { tables } = await api.mine(mine.map((seat) => seats[seat]!));
  const moving = tables.find((card) => card.table === id && card.your_move)?.seat;
  const last = localStorage.getItem(`vistula.sat.${id}`);
  return moving ?? mine.find((seat) => seat === last) ?? mine[0]!;
}

function NoTable({ why }: { why: string }): JSX.Element {
  return (
    <main class="lost paper">
      <h1>No such table</h1>
      <p>{why}</p>
      <button type="button" class="brass" onClick={() => visit("/")}>
        Back to the shelf
      </button>
    </main>
  );
}
