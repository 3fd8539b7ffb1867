/** One seat at one table: what it sees, what it may choose, and how its choices are sent. */

import { batch, computed, signal } from "@preact/signals";
import { type Grid, type Outlines, gridOf } from "../board/geometry";
import { type Message, TableSocket } from "../net/socket";
import { addNumbers } from "../net/numbers";
import type { Answer, Catalog, Line, PieceView, Refusal, ServerMessage, Update, View } from "../wire";
import { askedPlaces, spokenPlaces } from "./asked";
import { type Scene, burstOf } from "./scenes";
import { type Choice, NO_CHOICES, choicesOf, placing, stacksOf, taken } from "./choices";
import { Playback } from "./playback";
import { byFronts } from "./fronts";
import { Holding } from "./holding";
import { cameNear } from "./nearby";
import { heard, prefs, reducedMotion } from "./prefs";
import { EMPTY, type TableState, reduce } from "./state";
import { isOther, aftermathOf } from "./aftermath";
import { throwsOf } from "./throws";
import { words } from "../words";

export interface Question {
  text: string;
  yes: string;
  run: () => void;
}

export interface Going {
  ends?: boolean;
  by?: string;
  others?: string[];
}

/** A move that was made: from where, to where, by which way of moving. */
export interface Gone {
  from: string;
  space: string;
  by: string;
}

/** Whether a scene tells one of some lines. */
function ofLines(lines: Line[]): (scene: Scene) => boolean {
  const told = new Set(lines);
  return (scene) => scene.lines.some((line) => told.has(line));
}

const ORDERS = new Set(["act", "go", "undo", "staff"]);

export class Session {
  readonly state = signal<TableState>(EMPTY);
  readonly play: Playback = new Playback(
    (scenes, near) => byFronts(scenes, this.grid, near && ofLines([...near].flatMap(({ lines }) => lines))),
    (scenes, pieces) => cameNear(scenes, pieces, this.side.peek(), this.grid),
  );
  readonly socket: TableSocket;
  readonly grid: Grid;
  readonly holding = new Holding();
  /** A choice that warns is asked about once. */
  readonly question = signal<Question | null>(null);
  readonly refused = signal<(Refusal & { n: number }) | null>(null);
  readonly recap = signal<Line[] | null>(null);
  /** What came of my last order and what nobody in particular did since: a die was rolled, something came to light. */
  readonly aftermath = signal<Line[]>([]);
  /** The piece that is on its way, while the decision is about where. */
  readonly mover = signal<string | null>(null);
  /** My last move. */
  readonly gone = signal<Gone | null>(null);
  readonly busy = signal(0);
  /** Whether an order has been given from here. */
  readonly acted = signal(false);
  /** Whether the table has passed for this seat since it was last asked something or did something. */
  readonly passed = signal(false);
  /** In a replay: to the moment when a line of the diary was told. */
  readonly jump = signal<((line: number) => void) | null>(null);
  private readonly warned = new Set<string>();
  private readonly listeners = new Set<() => void>();

  /** Whether nothing that is done here counts at a table: in a lesson or at a sketch. */
  readonly rehearsal = computed(() => this.state.value.lesson !== null || this.state.value.sketch !== null);
  readonly welcome = computed(() => this.state.value.welcome);
  readonly latest = computed(() => this.state.value.view);
  readonly view = computed<View | null>(() => this.play.picture.value.view);
  readonly decision = computed(() => (this.play.playing.value ? null : (this.view.value?.decision ?? null)));
  /** What can be answered now: nothing while the line is cut, or where the table is about to pass for this seat. */
  readonly offered = computed(() => (this.socket.state.value === "open" && !this.decision.value?.passes ? this.decision.value : null));
  /** Things that can be done to places, where there are many: one is taken up first, and then lights its places. */
  readonly verbs = computed(() => placing(this.offered.value));
  readonly verb = signal<string | null>(null);
  readonly choices = computed(() => (this.offered.value ? choicesOf(taken(this.offered.value, this.verb.value)) : NO_CHOICES));
  readonly pieces = computed<PieceView[]>(() => this.placed());
  readonly byKey = computed(() => this.everyPiece());
  readonly stacks = computed(() => stacksOf(this.pieces.value));
  /** The side that this seat leads. */
  readonly side = computed(() => this.view.value?.seats?.find(({ id }) => id === this.seat)?.side ?? this.seat);
  /** The spaces of the board that this game is played on. */
  readonly open = computed(() => {
    const closed = new Set((this.view.value?.marks ?? []).filter(({ kind }) => kind === "closed").map(({ space }) => space));
    return [...this.grid.spaces.keys()].filter((space) => !closed.has(space));
  });
  /** What can be chosen, without units on hold. */
  readonly lit = computed(() => this.holding.left(this.choices.value, this.stacks.value));
  /** Everything on the map that can be chosen. */
  /** What a lesson speaks of: the camera shows that, whatever else could be chosen. */
  readonly spoken = computed(() => spokenPlaces(this.state.value.lesson?.lit ?? [], { byKey: this.byKey.value, stacks: this.stacks.value, grid: this.grid }));
  readonly asked = computed(() => askedPlaces({ choices: this.lit.value, byKey: this.byKey.value, stacks: this.stacks.value, grid: this.grid }));

  constructor(
    readonly table: string,
    readonly seat: string,
    readonly catalog: Catalog,
    token: string,
    outlines?: Outlines,
    path: string | null = `/api/tables/${encodeURIComponent(table)}/play`,
  ) {
    this.grid = gridOf(catalog, outlines);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const url = path === null ? "" : `${scheme}://${location.host}${path}`;
    this.socket = new TableSocket({ url, token, hear: (message) => this.hear(message) });
  }

  /** A lesson or a sketch: a table of its own, at which nobody else sits and to which nobody comes back. */
  get practice(): boolean {
    return this.table.includes(" ");
  }

  close(): void {
    this.socket.close();
    this.play.stop();
  }

  /** Show a moment of a game that is looked back on, with the diary up to it and what led there. */
  tell(view: View, lines: Line[], burst: Line[]): void {
    batch(() => {
      this.state.value = { ...this.state.peek(), view, revision: this.state.peek().revision + 1, lines };
      this.play.show(view, burst);
    });
  }

  // -- hearing ------------------------------------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    batch(() => {
      const before = this.state.peek();
      this.state.value = reduce(before, message);
      if (message.type === "update") this.updated(message, before);
    });
    if (message.type === "welcome" || message.type === "added") {
      const waiting = message.numbers?.waiting ?? [];
      if (waiting.length > 0) void addNumbers(this.table, waiting);
    }
    if (message.type === "update") for (const listener of [...this.listeners]) listener();
  }

  private updated(update: Update, before: TableState): void {
    const fresh = update.lines ?? [];
    const first = before.view === null;
    const played = !reducedMotion();
    if (first) this.opened(update.view, fresh);
    else {
      const told = aftermathOf(fresh, this.seat, update.view.undo?.can === true, played);
      if (told.length > 0) this.aftermath.value = [...this.aftermath.peek(), ...told];
      const others = played && fresh.some((line) => isOther(line, this.seat));
      if (others || !played) this.play.show(update.view, others ? burstOf(fresh, 0, this.seat) : []);
      else this.play.throw(update.view, throwsOf(fresh));
    }
    this.holding.look(update.view, this.grid);
    if (update.view.decision) this.passed.value = update.view.decision.passes === true;
    this.keepMover(update.view);
    if (!placing(update.view.decision).some(({ verb }) => verb === this.verb.peek())) this.verb.value = null;
    const last = this.state.peek().lines.at(-1);
    if (last) heard.set(this.table, this.seat, last.n + 1);
  }

  /** On opening the table: what happened since this seat last acted, if this browser has not shown it yet. */
  private opened(view: View, lines: Line[]): void {
    this.play.pace.value = prefs.pace.peek();
    this.play.onlyNear.value = this.seat !== "" && prefs.onlyNear.peek();
    this.play.show(view, []);
    if (this.seat === "") return;
    const since = Math.max(this.state.peek().welcome?.last_acted ?? 0, heard.get(this.table, this.seat));
    const missed = burstOf(lines, since, this.seat).filter((line) => line.actor);
    if (missed.length > 0 && !this.practice) this.recap.value = burstOf(lines, since, this.seat);
  }

  /** The question says what it is about; of several that go together any one stands for all. */
  private keepMover(view: View): void {
    const movers = view.decision?.movers ?? [];
    this.mover.value = movers.find((key) => key === this.mover.peek()) ?? movers[0] ?? null;
  }

  /** Resolves when the next view has come. */
  nextUpdate(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.listeners.delete(done);
        resolve();
      };
      this.listeners.add(done);
    });
  }

  // -- sending ------------------------------------------------------------------------------------------------

  async send(message: Message): Promise<Answer> {
    this.busy.value += 1;
    if (ORDERS.has(message.type)) {
      this.aftermath.value = [];
      this.passed.value = false;
    }
    const answer = await this.socket.ask(message);
    this.busy.value -= 1;
    if (answer.done) this.acted.value = true;
    if (answer.refusal && !answer.done) this.refuse(answer.refusal);
    return answer;
  }

  /** Say something to the person here, as the table would. */
  notify(text: string): void {
    this.state.value = reduce(this.state.peek(), { type: "notice", text, kind: "back" });
  }

  refuse(refusal: Refusal): void {
    this.refused.value = { ...refusal, n: (this.refused.peek()?.n ?? 0) + 1 };
  }

  get revision(): number {
    return this.state.peek().revision;
  }

  /** Take a choice; one that warns is asked about first, once. */
  choose(choice: Choice): void {
    const about = `${choice.verb} ${choice.warn}`;
    if (choice.warn && !this.warned.has(about)) {
      this.question.value = { text: choice.warn, yes: choice.label, run: () => void this.take(choice) };
      this.warned.add(about);
      return;
    }
    void this.take(choice);
  }

  async take(choice: Choice): Promise<Answer> {
    this.question.value = null;
    this.warned.clear();
    if (choice.kind === "piece") this.holding.release([choice.arg]);
    const deed = choice.arg === "" ? { verb: choice.verb } : { verb: choice.verb, arg: choice.arg };
    return this.send({ type: "act", revision: this.revision, actions: [deed] });
  }

  number(verb: string, arg: string): void {
    void this.send({ type: "act", revision: this.revision, actions: [{ verb, arg }] });
  }

  /** `ends`: the move is over there, as a drag means it. `others` are dragged along. */
  async go(piece: string, space: string, { ends = false, by = "", others = [] }: Going = {}): Promise<Answer> {
    const from = this.byKey.peek().get(piece)?.space ?? "";
    const answer = await this.send({ type: "go", revision: this.revision, piece, space, ends, by, others });
    if (answer.done) this.gone.value = { from, space, by };
    return answer;
  }

  /** An officer plays on for me: to the end of the phase, or with one group of my units. Undo takes it back. */
  async staff(group = ""): Promise<void> {
    const answer = await this.send({ type: "staff", revision: this.revision, group });
    const did = answer.done ? words.table.orders.staffDone : words.table.orders.staffIdle;
    if (!answer.refusal) this.notify(answer.note ?? did);
  }

  undo(reset = false): void {
    if (!this.latest.peek()?.undo?.can) return;
    this.mover.value = null;
    void this.send({ type: "undo", revision: this.revision, reset });
  }

  // -- pieces -------------------------------------------------------------------------------------------------

  private placed(): PieceView[] {
    const { view, moved } = this.play.picture.value;
    const pieces = view?.pieces ?? [];
    if (moved.size === 0) return pieces;
    const boxed = (view?.boxes ?? []).flatMap((box) => box.pieces ?? []).filter((piece) => moved.has(piece.key));
    return [...pieces, ...boxed].map((piece) => {
      const space = moved.get(piece.key);
      return space && space !== piece.space ? { ...piece, space, slot: 9 } : piece;
    });
  }

  private everyPiece(): Map<string, PieceView> {
    const boxed = (this.view.value?.boxes ?? []).flatMap((box) => box.pieces ?? []);
    return new Map([...boxed, ...this.pieces.value].map((piece) => [piece.key, piece]));
  }
}
