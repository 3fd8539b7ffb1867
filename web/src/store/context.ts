/** What the parts of a table page share. */

import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Assets } from "../board/assets";
import { Again } from "./again";
import { addressOf } from "./chapters";
import { CameraControl } from "../board/camera";
import { Gestures } from "./gestures";
import { Inspector } from "./inspector";
import { Paints } from "./paints";
import { Session } from "./session";

export type Tab = "orders" | "diary" | "charts" | "rules" | "chat" | "notes";

export interface Table {
  session: Session;
  paints: Paints;
  inspector: Inspector;
  gestures: Gestures;
  again: Again;
  camera: CameraControl;
  tab: Signal<Tab>;
  /** On a phone: whether the sheet with the tabs is up. */
  sheet: Signal<boolean>;
  /** The rule that the rules panel shows. */
  rule: Signal<string>;
  /** Whether the result, once there is one, lies over the map. */
  verdict: Signal<boolean>;
  /** Open the rulebook at a rule; the address then leads there. */
  read: (rule: string) => void;
  dialog: Signal<"" | "help" | "briefing" | "menu" | "seal" | "links" | "resign">;
  close: () => void;
}

export function sitDown(table: string, seat: string, token: string, { catalog, outlines }: Assets, path?: string | null): Table {
  const session = new Session(table, seat, catalog, token, outlines, path);
  const paints = new Paints(session);
  const inspector = new Inspector(session);
  const gestures = new Gestures(session, paints, inspector);
  const again = new Again(session);
  const [tab, sheet, rule] = [signal<Tab>("orders"), signal(false), signal("")];
  const dialog: Table["dialog"] = signal("");
  const read = (id: string): void => {
    rule.value = ""; // also where it is asked for once more
    rule.value = id;
    tab.value = "rules";
    sheet.value = true;
    dialog.value = "";
    history.replaceState(history.state, "", addressOf(id));
  };
  return {
    session,
    paints,
    inspector,
    gestures,
    again,
    camera: new CameraControl(session.grid),
    tab,
    sheet,
    rule,
    read,
    verdict: signal(true),
    dialog,
    close: () => {
      again.close();
      gestures.close();
      inspector.close();
      paints.close();
      session.close();
    },
  };
}

export const TableContext = createContext<Table | null>(null);

export function useTable(): Table {
  const table = useContext(TableContext);
  if (!table) throw new Error("there is no table here");
  return table;
}
