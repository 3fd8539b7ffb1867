/** Where there is nothing: what was looked for, and the way back. */

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { visit } from "../router";
import { words } from "../words";

export function LostPage({ title = words.shelf.lost, why = words.shelf.lostWhy }: { title?: string; why?: string }): JSX.Element {
  useEffect(() => {
    document.title = `${title} – Vistula`;
  }, [title]);
  return (
    <main class="lost paper">
      <h1>{title}</h1>
      <p>{why}</p>
      <button type="button" class="brass" onClick={() => visit("/")}>
        {words.shelf.backToGames}
      </button>
    </main>
  );
}
