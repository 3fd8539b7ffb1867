import { Fragment, render } from "preact";
import { listenToReach, returns } from "./net/reach";
import { keepShell } from "./net/shell";
import { LostPage } from "./pages/LostPage";
import { listenToAddress, route } from "./router";
import { applyTheme } from "./store/prefs";
import { Silence } from "./ui/Silence";
import { later } from "./ui/later";
import { words } from "./words";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shelf.css";
import "./style/room.css";
import "./style/strip.css";
import "./style/board.css";
import "./style/panels.css";
import "./style/short.css";
import "./style/phone.css";

/** The shelf, and a table: whoever opens one of them does not wait for the other. */
const Shelf = later(() => import("./pages/ShelfPage").then(({ ShelfPage }) => ShelfPage));
const Table = later(() => import("./pages/TablePage").then(({ TablePage }) => TablePage), <p class="loading">{words.table.unrolling}</p>);

/** The form for a table of one's own: fetched when somebody goes there, so that the shelf and a link open sooner. */
const NewTable = later(() => import("./pages/NewTablePage").then(({ NewTablePage }) => NewTablePage), <p class="loading">{words.shelf.loadingGames}</p>);

/** Lessons: fetched by whoever learns. */
const Learn = later(() => import("./pages/LearnPage").then(({ LearnPage }) => LearnPage), <p class="loading">{words.shelf.openingLesson}</p>);

/** My name, my devices, my key. */
const Me = later(() => import("./pages/MePage").then(({ MePage }) => MePage), <p class="loading">{words.common.loading}</p>);

/** Turning notices off, by the link in one of them. */
const Quiet = later(() => import("./pages/QuietPage").then(({ QuietPage }) => QuietPage), <p class="loading">{words.common.loading}</p>);

/** Tables with a free seat. */
const Lobby = later(() => import("./pages/LobbyPage").then(({ LobbyPage }) => LobbyPage), <p class="loading">{words.common.loading}</p>);

/** Moves tried out in private. */
const Sketch = later(() => import("./pages/SketchPage").then(({ SketchPage }) => SketchPage), <p class="loading">{words.common.loading}</p>);

/** Looking back at a game: fetched by whoever does. */
const Replay = later(() => import("./pages/ReplayPage").then(({ ReplayPage }) => ReplayPage), <p class="loading">{words.shelf.firstMove}</p>);

/** A game file that somebody has brought: to choose one, and to watch it. */
const Bring = later(() => import("./pages/BringPage").then(({ BringPage }) => BringPage), <p class="loading">{words.common.loading}</p>);
const Recorded = later(() => import("./pages/ReplayPage").then(({ RecordPage }) => RecordPage), <p class="loading">{words.shelf.firstMove}</p>);

/** The story of a game that is over. */
const After = later(() => import("./pages/AfterPage").then(({ AfterPage }) => AfterPage), <p class="loading">{words.shelf.firstMove}</p>);

function App(): preact.JSX.Element {
  return (
    <>
      <Silence />
      <Fragment key={returns.value}>
        <Page />
      </Fragment>
    </>
  );
}

function Page(): preact.JSX.Element {
  const at = route.value;
  if (at.page === "table") return <Table key={at.table} id={at.table} />;
  if (at.page === "replay") return <Replay key={at.table} id={at.table} />;
  if (at.page === "after") return <After key={at.table} id={at.table} />;
  if (at.page === "new") return <NewTable id={at.game} />;
  if (at.page === "learn") return <Learn key={`${at.game} ${at.lesson}`} game={at.game} lesson={at.lesson} />;
  if (at.page === "me") return <Me />;
  if (at.page === "quiet") return <Quiet />;
  if (at.page === "bring") return <Bring />;
  if (at.page === "record") return <Recorded key={at.record} id={at.record} />;
  if (at.page === "sketch") return <Sketch key={`${at.table} ${at.n}`} id={at.table} n={at.n} />;
  if (at.page === "lobby") return <Lobby />;
  if (at.page === "lost") return <LostPage />;
  return <Shelf />;
}

applyTheme();
listenToAddress();
listenToReach();
keepShell();
render(<App />, document.getElementById("app")!);
