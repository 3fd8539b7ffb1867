import type { JSX } from "preact";
import { HELP } from "../store/keys";
import { Dialog } from "./Dialog";

export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title="How to play at this table" onClose={onClose}>
      <ul class="how">
        <li>Click anything highlighted, or drag a unit to where it should go.</li>
        <li>The bar at the bottom asks the question; its buttons are the other answers.</li>
        <li>Hover over anything (or press and hold) to see what it is and, if you can’t use it, why.</li>
        <li>You can undo until a die is rolled or the other side has to answer.</li>
      </ul>
      <table class="keys">
        <tbody>
          {HELP.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
