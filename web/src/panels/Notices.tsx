/** What the table has to say to everyone: a rematch, a computer that stumbled, a table that can only be exported. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { heldAt } from "../net/keyring";
import { useTable } from "../store/context";
import { nextNotice } from "../store/state";
import { capital, seatName } from "../store/words";
import { Icon } from "../ui/Icon";
import { words } from "../words";

export function Notices({ onRematch }: { onRematch: () => void }): JSX.Element | null {
  const { session } = useTable();
  const read = useSignal(0);
  const notices = session.state.value.notices;
  const at = nextNotice(notices, read.value);
  const notice = notices[at];
  if (!notice) return null;
  const askAgain = (): void => {
    read.value = at + 1;
    void session.send({ type: "ask_computer" });
  };
  return (
    <div class="warning" role="status">
      <p>{capital(notice.text)}</p>
      <div class="answers">
        {notice.kind === "rematch" && (
          <button type="button" class="brass" onClick={onRematch}>
            {words.table.notices.joinRematch}
          </button>
        )}
        {notice.kind === "computer" && (
          <button type="button" class="brass" onClick={askAgain}>
            {words.table.notices.askAgain}
          </button>
        )}
        <button type="button" class="icon-button" aria-label={words.table.notices.putAway} onClick={() => (read.value = at + 1)}>
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}

/** A partner has resigned: whoever is left on that side plays both seats. */
export function Handed({ onTake }: { onTake: (seat: string) => void }): JSX.Element | null {
  const { session } = useTable();
  const held = heldAt(session.table)?.seats ?? {};
  const taken = useSignal<string[]>([]);
  const seat = (session.welcome.value?.handed ?? []).find((one) => !held[one] && !taken.value.includes(one));
  if (!seat) return null;
  const take = (): void => {
    taken.value = [...taken.value, seat];
    onTake(seat);
  };
  return (
    <div class="warning" role="status">
      <p>{words.table.notices.resigned(seatName(seat))}</p>
      <div class="answers">
        <button type="button" class="brass" data-take={seat} onClick={take}>
          {words.table.notices.takeOver}
        </button>
      </div>
    </div>
  );
}

/** A table that no longer replays is never lost: it can be exported. */
export function Frozen(): JSX.Element | null {
  const { session, dialog } = useTable();
  const why = session.welcome.value?.frozen;
  const refused = session.socket.state.value === "refused" ? session.socket.problem.value : "";
  if (!why && !refused) return null;
  return (
    <section class="verdict paper" aria-label={words.table.notices.thisTable}>
      <h2>{why ? words.table.notices.frozen : words.table.notices.notYours}</h2>
      <p>{capital(why ?? refused)}</p>
      {why && (
        <button type="button" class="brass" onClick={() => (dialog.value = "menu")}>
          {words.table.notices.export}
        </button>
      )}
    </section>
  );
}
