import type { JSX } from "preact";
import { Dialog } from "./Dialog";
import { panels } from "../words/panels";

export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title={panels.help.title} onClose={onClose}>
      <ul class="how">
        {panels.help.how.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <table class="keys">
        <tbody>
          {panels.help.keys.map(([keys, what]) => (
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
