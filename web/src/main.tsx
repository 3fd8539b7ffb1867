import { signal } from "@preact/signals";
import { type FunctionComponent, render } from "preact";
import { LostPage } from "./pages/LostPage";
import { ShelfPage } from "./pages/ShelfPage";
import { TablePage } from "./pages/TablePage";
import { listenToAddress, route } from "./router";
import { applyTheme } from "./store/prefs";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shelf.css";
import "./style/room.css";
import "./style/board.css";
import "./style/panels.css";
import "./style/short.css";
import "./style/phone.css";

/** The form for a table of one's own: fetched when somebody goes there, so that the shelf and a link open sooner. */
const form = signal<FunctionComponent<{ id: string }> | null>(null);

function NewTable({ id }: { id: string }): preact.JSX.Element {
  const Form = form.value;
  if (Form) return <Form id={id} />;
  void import("./pages/NewTablePage").then(({ NewTablePage }) => (form.value = NewTablePage));
  return <p class="loading">Loading games…</p>;
}

function App(): preact.JSX.Element {
  const at = route.value;
  if (at.page === "table") return <TablePage key={at.table} id={at.table} />;
  if (at.page === "new") return <NewTable id={at.game} />;
  if (at.page === "lost") return <LostPage />;
  return <ShelfPage />;
}

applyTheme();
listenToAddress();
render(<App />, document.getElementById("app")!);
