/** The types of the wire under short names. They are generated: `npm run types` reads the server's OpenAPI document.
 * A field that has a default on the server is left out where it has that value. */

import type { components } from "./wire.d";

type Types = components["schemas"];

export type Account = Types["Account"];
export type After = Types["After"];
export type Agreement = Types["Agreement"];
export type Answer = Types["Answer"];
export type Arrow = Types["Arrow"];
export type Battle = Types["Battle"];
export type Box = Types["Box"];
export type CallSettings = Types["CallSettings"];
export type CardFace = Types["CardFace"];
export type CardView = Types["CardView"];
export type Catalog = Types["Catalog"];
export type Channel = Types["Channel"];
export type Chart = Types["Chart"];
export type Claimed = Types["Claimed"];
export type Clocks = Types["Clocks"];
export type Column = Types["Column"];
export type CounterFace = Types["CounterFace"];
export type DecisionView = Types["DecisionView"];
export type DeviceCard = Types["DeviceCard"];
export type Entered = Types["Entered"];
export type Me = Types["Me"];
export type MySeats = Types["MySeats"];
export type MyTable = Types["MyTable"];
export type MyTables = Types["MyTables"];
export type Pass = Types["Pass"];
export type SeatInvitation = Types["SeatInvitation"];
export type SeatInvitations = Types["SeatInvitations"];
export type Deed = Types["Deed"];
export type Diagram = Types["Diagram"];
export type Die = Types["Die"];
export type Forecast = Types["Forecast"];
export type Fortune = Types["Fortune"];
export type GameCard = Types["GameCard"];
export type Invited = Types["Invited"];
export type KeptSketch = Types["KeptSketch"];
export type KeptSketches = Types["KeptSketches"];
export type Line = Types["Line"];
export type LobbyCard = Types["LobbyCard"];
export type LobbyPage = Types["LobbyPage"];
export type Mark = Types["Mark"];
export type NewTable = Types["NewTable"];
export type NewChannel = Types["NewChannel"];
export type Notebook = Types["Notebook"];
export type Notice = Types["Notice"];
export type OptionCard = Types["OptionCard"];
export type OptionRefusal = Types["OptionRefusal"];
export type OptionView = Types["OptionView"];
export type Onward = Types["Onward"];
export type Outcome = Types["Outcome"];
export type Overlay = Types["Overlay"];
export type Path = Types["Path"];
export type Pace = Types["Pace"];
export type Panel = Types["Panel"];
export type Proof = Types["Proof"];
export type PieceView = Types["PieceView"];
export type Pile = Types["Pile"];
export type Pointed = Types["Pointed"];
export type Problem = Types["Problem"];
export type Quieted = Types["Quieted"];
export type Refusal = Types["Refusal"];
export type RuleCard = Types["RuleCard"];
export type RulesPage = Types["RulesPage"];
export type RulingCard = Types["RulingCard"];
export type Said = Types["Said"];
export type SeatCard = Types["SeatCard"];
export type SeatPlan = Types["SeatPlan"];
export type SeatTime = Types["SeatTime"];
export type SeatView = Types["SeatView"];
export type Shelf = Types["Shelf"];
export type ShownRecord = Types["ShownRecord"];
export type Sketched = Types["Sketched"];
export type SketchSheet = Types["SketchSheet"];
export type Space = Types["Space"];
export type TableCard = Types["TableCard"];
export type TableCards = Types["TableCards"];
export type TableOpened = Types["TableOpened"];
export type StripStep = Types["StripStep"];
export type Stage = Types["Stage"];
export type Term = Types["Term"];
export type Track = Types["Track"];
export type Retelling = Types["Retelling"];
export type Moment = Types["Moment"];
export type LessonCard = Types["LessonCard"];
export type LessonStep = Types["LessonStep"];
export type Update = Types["Update"];
export type View = Types["View"];
export type Welcome = Types["Welcome"];
export type Who = SeatPlan["who"];

export type ClientMessage = Types[
  | "Hello" | "Act" | "Go" | "Undo" | "Why" | "Odds" | "Paint" | "AskWay" | "Stand" | "Chat" | "Look" | "Resign"
  | "Take" | "Rematch" | "AskBack" | "AllowBack" | "AskComputer" | "Staff" | "SealNumber" | "OpenNumber"
  | "Learn" | "Holiday" | "Leave" | "Visible"];

export type ServerMessage = Types[
  | "Welcome" | "Update" | "Answer" | "Said" | "Pointed" | "Thinking" | "Presence" | "BackAsked" | "Added" | "Notice"
  | "LessonStep" | "Clocks" | "Sketched" | "Refused"];
