/** What the table has to say to everyone: a rematch, a computer that stumbled, a table that can only be exported. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { heldAt } from "../net/keyring";
import { useTable } from "../store/context";
import { nextNotice } from "../store/state";
import { capital, seatName } from "../store/words";
import { Icon } from "../ui/Icon";

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
            Join the rematch
          </button>
        )}
        {notice.kind === "computer" && (
          <button type="button" class="brass" onClick={askAgain}>
            Ask it again
          </button>
        )}
        <button type="button" class="icon-button" aria-label="Put away" onClick={() => (read.value = at + 1)}>
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
      <p>{seatName(seat)} has resigned. You can play on for both.</p>
      <div class="answers">
        <button type="button" class="brass" data-take={seat} onClick={take}>
          Take over their seat
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
    <section class="verdict paper" aria-label="This table">
      <h2>{why ? "This table is frozen" : "This seat is not yours"}</h2>
      <p>{capital(why ?? refused)}</p>
      {why && (
        <button type="button" class="brass" onClick={() => (dialog.value = "menu")}>
          Export it
        </button>
      )}
    </section>
  );
}
