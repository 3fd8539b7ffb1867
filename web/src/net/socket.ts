/** The line to a table: says hello, sends, asks, and comes back after the server was away. Nothing is lost: what was
 * not answered is sent again with the same id, and the server does a repeated message once. */

import { signal } from "@preact/signals";
import type { Answer, ClientMessage, ServerMessage } from "../wire";
import { backoff } from "./backoff";

type Sendable<T> = T extends unknown ? Omit<T, "id"> : never;
export type Message = Sendable<Exclude<ClientMessage, { type: "hello" }>>;

/** Questions about a view that may be gone, and what is told anew on every line: never sent again. */
const QUESTIONS = new Set(["why", "odds", "paint", "way", "look", "visible"]);

export type LineState = "connecting" | "open" | "waiting" | "refused" | "closed";

interface Pending {
  message: ClientMessage;
  settle: (answer: Answer) => void;
}

export interface SocketOptions {
  url: string;
  token: string;
  hear: (message: ServerMessage) => void;
  make?: (url: string) => WebSocket;
  delay?: (attempt: number) => number;
}

export class TableSocket {
  readonly state = signal<LineState>("connecting");
  readonly problem = signal("");
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, Pending>();
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private count = 0;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hello = "";

  /** Without an address there is no line: every question is answered with nothing. */
  constructor(private readonly options: SocketOptions) {
    if (options.url) this.connect();
    else this.state.value = "closed";
  }

  /** Unanswered messages that will be sent again. */
  get unanswered(): number {
    return this.pending.size;
  }

  ask(message: Message): Promise<Answer> {
    const full = { ...message, id: this.nextId() } as ClientMessage;
    return new Promise((settle) => {
      const open = this.state.peek() === "open";
      if (!open && QUESTIONS.has(full.type)) {
        settle(lost(full.id));
        return;
      }
      this.pending.set(full.id, { message: full, settle });
      if (open) this.write(full);
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.state.value = "closed";
    this.forget(() => true);
    this.socket?.close();
    this.socket = null;
  }

  /** Try again now: the network came back or the person pressed the lamp. */
  retry(): void {
    if (this.state.peek() !== "waiting") return;
    clearTimeout(this.timer);
    this.connect();
  }

  private nextId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  private connect(): void {
    this.state.value = "connecting";
    const make = this.options.make ?? ((url: string) => new WebSocket(url));
    const socket = make(this.options.url);
    this.socket = socket;
    socket.onopen = () => {
      this.hello = this.nextId();
      this.write({ type: "hello", id: this.hello, token: this.options.token });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.dropped();
    };
  }

  private receive(message: ServerMessage): void {
    if (message.type === "welcome" && message.id === this.hello) {
      this.attempt = 0;
      this.state.value = "open";
      this.options.hear(message);
      for (const { message: old } of [...this.pending.values()]) this.write(old);
      return;
    }
    if (message.type === "refused" && message.id === this.hello) {
      this.turnedAway(message.why ?? message.error ?? "");
      return;
    }
    this.options.hear(message);
    if (message.type === "answer") this.answered(message);
    if (message.type === "refused" && message.id) {
      this.answered({ type: "answer", id: message.id, refusal: { rule: "", why: message.why ?? message.error ?? "" } });
    }
  }

  private answered(answer: Answer): void {
    const waiting = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    waiting?.settle(answer);
  }

  private turnedAway(why: string): void {
    this.problem.value = why;
    this.close();
    this.state.value = "refused";
  }

  private dropped(): void {
    this.socket = null;
    if (this.state.peek() === "closed" || this.state.peek() === "refused") return;
    this.forget((message) => QUESTIONS.has(message.type));
    this.state.value = "waiting";
    const wait = (this.options.delay ?? backoff)(this.attempt);
    this.attempt += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private forget(which: (message: ClientMessage) => boolean): void {
    for (const [id, { message, settle }] of [...this.pending]) {
      if (!which(message)) continue;
      this.pending.delete(id);
      settle(lost(id));
    }
  }

  private write(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }
}

function lost(id: string): Answer {
  return { type: "answer", id };
}
