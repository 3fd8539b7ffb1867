/** Chat at the table. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { sitterName } from "../store/words";
import { Emblem } from "../ui/Emblem";
import { panels } from "../words/panels";

export function Chat(): JSX.Element {
  const { session } = useTable();
  const text = useSignal("");
  const chat = session.state.value.chat;
  const send = (event: Event): void => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    text.value = "";
    void session.send({ type: "chat", text: words });
  };
  return (
    <section class="chat" aria-label={panels.chat.label}>
      <ol aria-live="polite">
        {chat.map((said) => (
          <li key={`${said.at} ${said.seat} ${said.text}`} class={said.seat === session.seat ? "mine" : ""}>
            <span class="chat-who">
              <Emblem side={said.seat} /> {sitterName(said.seat, session.welcome.value?.seats)} <time>{said.at.slice(11, 16)}</time>
            </span>
            <p>{said.text}</p>
          </li>
        ))}
      </ol>
      {chat.length === 0 && <p class="note">{panels.chat.nothing}</p>}
      <form onSubmit={send}>
        <input type="text" maxLength={500} placeholder={panels.chat.say} aria-label={panels.chat.say} value={text} onInput={(event) => (text.value = event.currentTarget.value)} />
        <button type="submit" class="brass">
          {panels.chat.send}
        </button>
      </form>
    </section>
  );
}
