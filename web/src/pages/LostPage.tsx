/** Where there is nothing: what was looked for, and the way back. */

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { visit } from "../router";

export function LostPage({ title = "There’s no such page", why = "The address may be mistyped or out of date." }: { title?: string; why?: string }): JSX.Element {
  useEffect(() => {
    document.title = `${title} – Vistula`;
  }, [title]);
  return (
    <main class="lost paper">
      <h1>{title}</h1>
      <p>{why}</p>
      <button type="button" class="brass" onClick={() => visit("/")}>
        Back to the games
      </button>
    </main>
  );
}
