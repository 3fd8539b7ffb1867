/** What a game file proves by itself, and what it does not. */

import type { JSX } from "preact";
import { seatName } from "../store/words";
import type { ShownRecord } from "../wire";
import { Dialog } from "../ui/Dialog";
import { pages } from "../words/pages";

export function ProofPanel({ shown, onClose }: { shown: ShownRecord; onClose: () => void }): JSX.Element | null {
  const { proof } = shown;
  const say = pages.bring;
  if (!proof) return null;
  const { rolls, entries, seal, signed = "", added = [] } = proof;
  const seats = added.map(seatName).join(say.and);
  const sure = [say.played(entries), say.rolled(rolls), ...(signed === "here" ? [say.signedHere] : []), ...(added.length > 0 ? [say.added(seats)] : [])];
  const open = [
    ...(signed === "here" ? [] : [signed ? say.signedElsewhere : say.unsigned]),
    ...(added.length > 0 ? [] : [say.alone]),
    say.table,
  ];
  return (
    <Dialog title={say.proof} onClose={onClose}>
      <h3>{say.proved}</h3>
      <ul data-proved="">
        {sure.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h3>{say.unproved}</h3>
      <ul data-unproved="">
        {open.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p class="note">
        {say.seal} <code class="bring-seal">{seal}</code>
      </p>
    </Dialog>
  );
}
