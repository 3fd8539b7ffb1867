import type { JSX } from "preact";
import { HELP } from "../store/keys";
import { Dialog } from "./Dialog";

export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title="How to play at this table" onClose={onClose}>
      <ul class="how">
        <li>What can be chosen glows. Click it; or drag a counter to where it shall go.</li>
        <li>The bar at the foot says what is asked and holds the other answers.</li>
        <li>Rest on anything, or press long on a touch screen: the card tells what it is and why it cannot be chosen.</li>
        <li>Until a die is rolled or the other side must act, everything can be taken back.</li>
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
