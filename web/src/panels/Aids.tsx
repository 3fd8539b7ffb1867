/** Beside the question: what makes a large turn short. The next unit the same way, done with a front, what is on hold. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { pieceName, spaceName } from "../store/words";
import { words } from "../words";

export function Aids(): JSX.Element | null {
  const { session, again } = useTable();
  const decision = session.decision.value;
  if (!decision || decision.waits === false || session.state.value.lesson) return null;
  const groups = openGroups(session);
  const held = [...session.holding.held.value.keys()].filter((key) => session.choices.value.byPiece.has(key));
  if (!again.next.value && groups.length === 0 && held.length === 0) return null;
  return (
    <div class="aids" role="group" aria-label={words.table.aids.label}>
      <SameWay />
      {groups.map(({ id, title, units }) => (
        <button type="button" class="chip" key={id} data-done-with={id} title={words.table.aids.doneAbout} onClick={() => session.holding.hold(units, session.pieces.peek(), session.grid)}>
          {words.table.aids.doneWith(title)} <small>{units.length}</small>
        </button>
      ))}
      {held.length > 0 && (
        <button type="button" class="chip" data-release="" title={words.table.aids.release} onClick={() => session.holding.release(held)}>
          {words.table.aids.held(held.length)}
        </button>
      )}
    </div>
  );
}

/** The staff does it: folded, so that nobody gives the army away by a slip of the hand. */
export function Staff(): JSX.Element | null {
  const { session } = useTable();
  const open = useSignal(false);
  const decision = session.decision.value;
  if (session.seat === "" || !decision || decision.waits === false || decision.passes || session.state.value.lesson) return null;
  const groups = staffed(session);
  const busy = session.busy.value > 0;
  const run = (group: string): void => {
    open.value = false;
    if (!busy) void session.staff(group);
  };
  return (
    <div class="staff">
      <button type="button" class="chip" data-staff="" aria-expanded={open.value} title={words.table.aids.staffAbout} onClick={() => (open.value = !open.peek())}>
        {words.table.aids.staff}
      </button>
      {open.value && (
        <div class="staff-menu paper" role="menu">
          <button type="button" role="menuitem" data-staff-for="" onClick={() => run("")}>
            {words.table.aids.toTheEnd}
          </button>
          {groups.map(({ id, title }) => (
            <button type="button" role="menuitem" key={id} data-staff-for={id} onClick={() => run(id)}>
              {words.table.aids.only(title)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What can be given to the staff by itself. */
function staffed(session: Session): { id: string; title: string }[] {
  const groups = session.decision.value?.groups ?? [];
  return groups.length > 1 ? groups : [];
}

function SameWay(): JSX.Element | null {
  const { session, again } = useTable();
  const next = again.next.value;
  const piece = next && session.byKey.value.get(next.piece);
  if (!next || !piece) return null;
  const { space } = next.gone;
  return (
    <button type="button" class="chip" data-again={next.piece} title={words.table.aids.again} onClick={() => again.go(next.piece)}>
      {words.table.aids.sameWay(pieceName(session.catalog, piece), spaceName(session.grid.spaces.get(space), space))}
      {next.price && <small> {next.price}</small>}
    </button>
  );
}

type Session = ReturnType<typeof useTable>["session"];

/** Groups with units that can be chosen, where there is more than one. */
function openGroups(session: Session): { id: string; title: string; units: NonNullable<ReturnType<Session["byKey"]["value"]["get"]>>[] }[] {
  const { byPiece } = session.lit.value;
  const groups = session.decision.value?.groups ?? [];
  const found = groups.map(({ id, title, pieces = [] }) => ({
    id,
    title,
    units: pieces.filter((key) => byPiece.get(key)?.some((choice) => !choice.free)).flatMap((key) => session.byKey.value.get(key) ?? []),
  }));
  return groups.length > 1 ? found.filter(({ units }) => units.length > 0) : [];
}
