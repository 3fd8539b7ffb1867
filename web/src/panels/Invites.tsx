/** Seats for others at a table that I have opened: who has come, links for those who have not, and no more links. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { heldAt, hold, invitation } from "../net/keyring";
import { myKey } from "../net/me";
import { people } from "../net/people";
import { seatName } from "../store/words";
import type { SeatInvitation } from "../wire";
import { LinkRow } from "../ui/LinkRow";
import { words } from "../words";

const LOOKS = 4000;

export function Invites({ table }: { table: string }): JSX.Element | null {
  const held = heldAt(table);
  const key = held?.host ?? myKey();
  const links = useSignal<Record<string, string>>(held?.invites ?? {});
  const seats = useSignal<SeatInvitation[]>(Object.keys(links.peek()).map((seat) => ({ seat, invited: true })));
  const look = (): void => {
    if (key && !document.hidden) void people.invitations(table, key).then((found) => (seats.value = found), () => undefined);
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOKS);
    return () => clearInterval(timer);
  }, [table]);
  const renew = (seat: string): void => {
    void api.invite(table, key, seat).then(({ invite }) => {
      hold(table, { invites: { [seat]: invite } });
      links.value = { ...links.peek(), [seat]: invite };
      look();
    }, look);
  };
  const withdraw = (seat: string): void => {
    void people.withdraw(table, key, seat).then(look, look);
  };
  if (seats.value.length === 0) return null;
  return (
    <div class="invites">
      {seats.value.map(({ seat, claimed, invited, name = "" }) => {
        const link = invited ? links.value[seat] : undefined;
        return (
          <div key={seat} class="invite" data-invite={seat}>
            {link ? <LinkRow name={words.me.inviteName(seatName(seat))} href={invitation(location.origin, table, link)} /> : <p aria-live="polite">{stands(seat, claimed, invited, name)}</p>}
            {!claimed && key && (
              <p class="note">
                <button type="button" class="plain small" onClick={() => renew(seat)}>
                  {words.me.inviteNew}
                </button>{" "}
                {invited && (
                  <button type="button" class="plain small" onClick={() => withdraw(seat)}>
                    {words.me.withdraw}
                  </button>
                )}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

function stands(seat: string, claimed = false, invited = false, name = ""): string {
  if (claimed) return words.me.seatTaken(seatName(seat), name);
  return invited ? words.me.seatInvited(seatName(seat)) : words.me.seatFree(seatName(seat));
}
