import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../wire";
import { backoff } from "./backoff";
import { TableSocket } from "./socket";

/** A line that the test holds in its hand. */
class Wire {
  static all: Wire[] = [];
  readyState = 1;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcome(): void {
    this.onopen?.();
    this.hear({ type: "welcome", id: this.sent[0]!.id, table: "t", game: "g", seat: "russia", seats: {}, scenario: "", options: {}, seal: "" });
  }

  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const heard: ServerMessage[] = [];

function open(): { socket: TableSocket; wire: Wire } {
  const socket = new TableSocket({
    url: "ws://x", token: "secret", hear: (message) => heard.push(message), make: () => new Wire() as unknown as WebSocket, delay: () => 100,
  });
  return { socket, wire: Wire.all.at(-1)! };
}

describe("the line to a table", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Wire.all = [];
    heard.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  it("says hello with its token and is open when it is welcomed", () => {
    const { socket, wire } = open();
    expect(socket.state.value).toBe("connecting");
    wire.welcome();
    expect(wire.sent[0]).toMatchObject({ type: "hello", token: "secret" });
    expect(socket.state.value).toBe("open");
  });

  it("gives each answer to its question", async () => {
    const { socket, wire } = open();
    wire.welcome();
    const asked = socket.ask({ type: "why", kind: "space", name: "0615" });
    const { id } = wire.sent.at(-1)!;
    wire.hear({ type: "answer", id, refusal: { rule: "7.1a", why: "no" } });
    expect((await asked).refusal?.rule).toBe("7.1a");
  });

  it("sends what was not answered again, with the same id, once the server is back", async () => {
    const { socket, wire } = open();
    wire.welcome();
    const asked = socket.ask({ type: "act", revision: 3, actions: [{ verb: "end" }] });
    const first = wire.sent.at(-1)!;
    wire.cut();
    expect(socket.state.value).toBe("waiting");
    vi.advanceTimersByTime(100);
    const again = Wire.all.at(-1)!;
    again.welcome();
    expect(again.sent.at(-1)).toEqual(first);
    again.hear({ type: "answer", id: first.id, done: 1 });
    expect((await asked).done).toBe(1);
    expect(socket.unanswered).toBe(0);
  });

  it("lets questions go that were cut off", async () => {
    const { socket, wire } = open();
    wire.welcome();
    const asked = socket.ask({ type: "odds" });
    wire.cut();
    expect((await asked).forecast).toBeUndefined();
    expect((await socket.ask({ type: "odds" })).forecast).toBeUndefined();
  });

  it("keeps what is ordered while the line is cut", () => {
    const { socket, wire } = open();
    wire.welcome();
    wire.cut();
    void socket.ask({ type: "chat", text: "still here" });
    vi.advanceTimersByTime(100);
    const again = Wire.all.at(-1)!;
    again.welcome();
    expect(again.sent.at(-1)).toMatchObject({ type: "chat", text: "still here" });
  });

  it("stops when its token is refused", () => {
    const { socket, wire } = open();
    wire.onopen?.();
    wire.hear({ type: "refused", id: wire.sent[0]!.id, error: "token", why: "this token opens no seat" });
    expect(socket.state.value).toBe("refused");
    expect(socket.problem.value).toMatch(/opens no seat/);
    vi.advanceTimersByTime(60000);
    expect(Wire.all).toHaveLength(1);
  });

  it("tells a refused message as a refusal", async () => {
    const { socket, wire } = open();
    wire.welcome();
    const asked = socket.ask({ type: "chat", text: "x" });
    wire.hear({ type: "refused", id: wire.sent.at(-1)!.id, error: "too fast", why: "wait" });
    expect((await asked).refusal?.why).toBe("wait");
  });

  it("waits longer each time, within limits", () => {
    expect(backoff(0, 0.5)).toBe(400);
    expect(backoff(3, 0.5)).toBe(3200);
    expect(backoff(30, 1)).toBeLessThanOrEqual(19500);
  });
});
