/** The dossier beside the map, or the sheet over it on a phone: orders, diary, charts, rules, chat. */

import { useSignalEffect } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { heldAt } from "../net/keyring";
import { type Tab, useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { words } from "../words";
import { Icon } from "../ui/Icon";
import { later } from "../ui/later";
import { Orders } from "./Orders";

const Diary = later(() => import("./Diary").then((found) => found.Diary));
const Chat = later(() => import("./Chat").then((found) => found.Chat));
const Rules = later(() => import("./Rules").then((found) => found.Rules));
const Charts = later(() => import("./Charts").then((found) => found.Charts));
const Notebook = later(() => import("./Notebook").then((found) => found.Notebook));

const allTabs = (): [Tab, string, FunctionComponent][] => [
  ["orders", words.table.tabs.orders, Orders],
  ["diary", words.table.tabs.diary, Diary],
  ["charts", words.table.tabs.charts, Charts],
  ["rules", words.table.tabs.rules, Rules],
  ["chat", words.table.tabs.chat, Chat],
  ["notes", words.look.notes, Notebook],
];

export function Dossier(): JSX.Element {
  const { tab, sheet, session } = useTable();
  const mine = Boolean(heldAt(session.table)?.seats[session.seat]) && session.seat !== "" && session.jump.value === null;
  const shared = !session.rehearsal.value; // whoever tries something out talks to nobody
  const TABS = allTabs().filter(([name]) => (name !== "notes" || mine) && (name !== "chat" || shared));
  const Body = TABS.find(([name]) => name === tab.value)?.[2] ?? Orders;
  const pick = (name: Tab): void => {
    sheet.value = prefs.folded.peek() || !(sheet.peek() && tab.peek() === name);
    tab.value = name;
  };
  // Whatever opens a tab unfolds the dossier.
  useSignalEffect(() => {
    if (sheet.value) prefs.folded.value = false;
  });
  const fold = (): void => {
    sheet.value = false;
    prefs.folded.value = true;
  };
  const arrows = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TABS.findIndex(([name]) => name === tab.peek());
    const next = TABS[(at + by + TABS.length) % TABS.length]![0];
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <aside class={`dossier${sheet.value ? " up" : ""}${prefs.folded.value ? " folded" : ""}`} aria-label={words.table.tabs.label}>
      <div class="tabs" role="tablist" aria-label={words.table.tabs.label} onKeyDown={arrows}>
        {TABS.map(([name, title]) => (
          <button type="button" key={name} id={`tab-${name}`} role="tab" aria-selected={tab.value === name} aria-controls="dossier-body" tabIndex={tab.value === name ? 0 : -1} onClick={() => pick(name)}>
            {title}
            {name === "chat" && <Unread />}
          </button>
        ))}
      </div>
      <button type="button" class="fold" aria-label={words.table.tabs.fold} title={words.table.tabs.fold} onClick={fold}>
        <Icon name="forward" />
      </button>
      <div class="dossier-body" id="dossier-body" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={-1}>
        <Body />
      </div>
    </aside>
  );
}

let read = 0;

function Unread(): JSX.Element | null {
  const { session, tab } = useTable();
  const said = session.state.value.chat.filter((one) => one.seat !== session.seat).length;
  if (tab.value === "chat") read = said;
  return said > read ? <i class="unread">{said - read}</i> : null;
}
