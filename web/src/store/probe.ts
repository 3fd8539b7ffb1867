/** `window.__vistula`: what browser tests wait on. Read-only. */

import type { Message } from "../net/socket";
import type { Table } from "./context";

export interface Probe {
  readonly revision: number;
  readonly seat: string;
  readonly table: string;
  /** Seated, with the map where it shall lie. */
  readonly ready: boolean;
  readonly playing: boolean;
  readonly connection: string;
  readonly unanswered: number;
  readonly busy: number;
  readonly mover: string | null;
  readonly view: unknown;
  readonly lines: number;
  /** Whether the map is on the move, or about to be. */
  readonly moving: boolean;
  readonly reach: readonly string[];
  readonly way: readonly string[];
  /** The space of what the pointer or the focus rests on. */
  readonly hovered: string | null;
  /** Where a space lies in the window now. */
  at(space: string): { x: number; y: number };
  /** Bring a space into sight. */
  reveal(space: string): void;
  /** Ask the table something that changes nothing. */
  ask(question: Message): Promise<unknown>;
}

declare global {
  interface Window {
    __vistula?: Probe;
  }
}

export function expose({ session, camera, paints, gestures, inspector }: Table): () => void {
  window.__vistula = Object.freeze<Probe>({
    get revision() {
      return session.state.peek().revision;
    },
    get seat() {
      return session.seat;
    },
    get table() {
      return session.table;
    },
    get ready() {
      return camera.placed.peek() && session.state.peek().revision >= 0;
    },
    get playing() {
      return session.play.playing.peek();
    },
    get connection() {
      return session.socket.state.peek();
    },
    get unanswered() {
      return session.socket.unanswered;
    },
    get busy() {
      return session.busy.peek();
    },
    get mover() {
      return session.mover.peek();
    },
    get view() {
      return session.latest.peek();
    },
    get lines() {
      return session.state.peek().lines.length;
    },
    get moving() {
      return camera.moving.peek() || camera.due > 0;
    },
    get reach() {
      return [...(paints.reach.peek()?.spaces ?? [])];
    },
    get way() {
      return gestures.way.peek()?.path ?? [];
    },
    get hovered() {
      return inspector.spaceOf(inspector.hovered.peek());
    },
    at: (space) => camera.windowPoint(space),
    reveal: (space) => camera.reveal(space),
    ask: (question) => session.socket.ask(question),
  });
  return () => delete window.__vistula;
}
