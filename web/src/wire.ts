/** The types of the wire under short names. Fields that have a default on the server may be absent. */

export type PieceKind = "counter" | "block" | "leader" | "order" | "marker" | "dummy";

export interface PieceView {
  key: string;
  side: string;
  kind?: PieceKind;
  face?: string | null;
  space?: string | null;
  link?: string | null;
  slot?: number;
  facing?: number | null;
  strength?: number | null;
  nation?: string;
  marks?: string[];
}
export interface Mark {
  kind: string;
  space?: string | null;
  hexside?: [string, string] | null;
  link?: string | null;
  label?: string;
}
export interface CardView { key: string; zone: string; seat?: string | null; face?: string | null }
export interface Track {
  id: string;
  title: string;
  value: number;
  low?: number;
  high?: number | null;
  side?: string;
  rule?: string;
  flag?: string;
}
export interface Box { id: string; title: string; pieces?: PieceView[] }
export interface Term { label: string; value: string; rule?: string }
export interface Column { title: string; side?: string; pieces?: string[]; terms?: Term[] }
export interface Panel { title: string; rule?: string; space?: string | null; columns?: Column[]; result?: string }
export interface Arrow { kind: string; spaces: string[]; side?: string }
export interface OptionView { verb: string; kind: string; args: string[]; label?: string; warn?: string; free?: boolean }
export interface DecisionView { seat: string; rule: string; prompt: string; options?: OptionView[]; waits?: boolean }
export interface Waiting { seat: string; rule: string }
export interface UndoView { can?: boolean; why?: string }
export interface SeatView { id: string; side: string; who?: string; on_move?: boolean; hand_count?: number }
export interface View {
  title: string;
  seat: string;
  turn: number;
  phase: string;
  phase_rule?: string;
  revision?: number;
  seats?: SeatView[];
  pieces?: PieceView[];
  marks?: Mark[];
  cards?: CardView[];
  tracks?: Track[];
  boxes?: Box[];
  panel?: Panel | null;
  arrows?: Arrow[];
  decision?: DecisionView | null;
  waiting?: Waiting[];
  undo?: UndoView;
  result?: Record<string, unknown> | null;
}
export interface CounterFace {
  id: string;
  side: string;
  nation: string;
  label: string;
  name?: string;
  symbol?: string;
  size?: string;
  band?: string;
  factors?: string;
  corner?: string;
  elite?: boolean;
  source?: string;
}
export interface Space { id: string; x: number; y: number; name?: string; terrain?: string; features?: string[] }
export interface Chart {
  id: string;
  title: string;
  rule?: string;
  head?: string[];
  rows?: string[][];
  source?: string;
  note?: string;
}
export interface Catalog {
  title: string;
  name: string;
  width: number;
  height: number;
  spaces?: Space[];
  links?: [string, string][];
  counters?: CounterFace[];
  charts?: Chart[];
  overlays?: string[];
}
export interface Refusal { rule: string; why: string }
export interface Outcome { label: string; numerator: number; denominator: number; detail?: string }
export interface Forecast {
  title: string;
  outcomes?: Outcome[];
  columns?: Column[];
  terms?: Term[];
  mixture?: boolean;
  note?: string;
}
export interface Overlay { kind: string; rule?: string; layers?: Record<string, string[]>; labels?: Record<string, string> }

export type Who = "me" | "link" | "computer";
export interface ScenarioCard { id: string; title: string; about?: string; turns?: number }
export interface OptionCard { id: string; title: string; choices: string[]; ruling?: string }
export interface SeatCard { id: string; name: string; about?: string }
export interface GameCard {
  id: string;
  name: string;
  about: string;
  length?: string;
  seats?: SeatCard[];
  scenarios?: ScenarioCard[];
  options?: OptionCard[];
  levels?: string[];
  rules_total?: number;
  rules_done?: number;
  hash?: string;
}
export interface SeatPlan { who: Who; level?: string; name?: string }
export interface NewTable {
  game: string;
  scenario: string;
  options?: Record<string, string>;
  seats?: Record<string, SeatPlan>;
  listed?: boolean;
}
export interface Shelf { games: GameCard[]; quick?: NewTable | null }
export interface SeatToken { seat: string; who: Who; token?: string }
export interface TableOpened { table: string; seats: SeatToken[]; onlooker: string; seal: string }
export interface TableCard {
  table: string;
  game: string;
  scenario: string;
  turn?: number;
  phase?: string;
  seats?: Record<string, string>;
  on_move?: string[];
  seat?: string;
  your_move?: boolean;
  over?: boolean;
  result?: Record<string, unknown> | null;
  updated?: string;
  frozen?: string;
}
export interface TableCards { tables: TableCard[] }
export interface RuleCard {
  id: string;
  title: string;
  says: string;
  status: string;
  code?: string[];
  tests?: string[];
  rulings?: string[];
}
export interface RulingCard { id: string; title: string; text: string; rules?: string[] }
export interface RulesPage { rules: RuleCard[]; rulings: RulingCard[] }
export interface Problem { error: string; why: string; rule?: string }

export interface Deed { verb: string; arg?: string }
export type ClientMessage =
  | { type: "hello"; id: string; token: string; heard?: number }
  | { type: "act"; id: string; revision: number; actions: Deed[] }
  | { type: "go"; id: string; revision: number; piece: string; space: string }
  | { type: "undo"; id: string; revision: number; reset?: boolean }
  | { type: "why"; id: string; kind: string; name: string }
  | { type: "odds"; id: string; verb?: string; arg?: string }
  | { type: "paint"; id: string; kind: string; name?: string }
  | { type: "way"; id: string; piece: string; space: string }
  | { type: "stand"; id: string; kind: string; passes?: boolean }
  | { type: "chat"; id: string; text: string }
  | { type: "look"; id: string; space: string }
  | { type: "resign"; id: string }
  | { type: "rematch"; id: string }
  | { type: "ask_back"; id: string }
  | { type: "allow_back"; id: string; allow: boolean };

export interface Line {
  n: number;
  rule: string;
  key: string;
  text: string;
  actor?: string;
  pieces?: string[];
  spaces?: string[];
}
export interface Welcome {
  type: "welcome";
  id: string;
  table: string;
  game: string;
  seat: string;
  seats: Record<string, string>;
  scenario: string;
  options: Record<string, string>;
  seal: string;
  secret?: string;
  last_acted?: number;
  levels?: Record<string, string>;
  windows?: string[];
  standing?: string[];
  listed?: boolean;
  frozen?: string;
}
export interface Update {
  type: "update";
  revision: number;
  view: View;
  lines?: Line[];
  /** How many diary lines there are in all. */
  heard?: number;
  thinking?: string[];
}
export interface Answer {
  type: "answer";
  id: string;
  done?: number;
  refusal?: Refusal | null;
  forecast?: Forecast | null;
  overlay?: Overlay | null;
  way?: string[] | null;
  table?: string;
  token?: string;
  stale?: boolean;
}
export interface Said { type: "said"; seat: string; text: string; at: string }
export interface Pointed { type: "pointed"; seat: string; space: string }
export interface Thinking { type: "thinking"; seat: string; progress?: number }
export interface Presence { type: "presence"; online: string[] }
export interface BackAsked { type: "back_asked"; seat: string }
export interface Notice { type: "notice"; text: string; kind?: "" | "rematch" | "back" | "computer" | "frozen" }
export interface Refused { type: "refused"; id?: string; error?: string; why?: string }
export type ServerMessage =
  | Welcome
  | Update
  | Answer
  | Said
  | Pointed
  | Thinking
  | Presence
  | BackAsked
  | Notice
  | Refused;
