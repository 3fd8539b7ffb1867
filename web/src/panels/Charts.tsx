/** Charts at hand: tables of the game, the score with its sum, arrivals and losses. */

import type { JSX } from "preact";
import { Counter } from "../board/Counter";
import { useTable } from "../store/context";
import { capital, pieceLine, seatName, titled } from "../store/words";
import type { Box, CardView, Chart, Pile, Track } from "../wire";
import { Emblem } from "../ui/Emblem";
import { RuleChip } from "../ui/Words";
import { Sum } from "./Battle";
import { CardBack, PlayCard, inHand } from "./Hand";
import { panels } from "../words/panels";

export function Charts(): JSX.Element {
  const { session } = useTable();
  const view = session.view.value;
  const scores = (view?.tracks ?? []).filter((track) => track.kind === "score" || track.kind === "entered");
  const boxes = (view?.boxes ?? []).filter((box) => box.kind !== "tray");
  return (
    <section class="charts" aria-label={panels.charts.label}>
      {scores.length > 0 && <Scores tracks={scores} />}
      {(session.catalog.charts ?? []).map((chart) => (
        <ChartTable key={chart.id} chart={chart} turn={view?.turn ?? 0} />
      ))}
      <Boxes title={panels.charts.arrivals} boxes={boxes.filter((box) => box.kind === "arrivals")} />
      <Boxes title={panels.charts.losses} boxes={boxes.filter((box) => box.kind === "losses")} />
      <Boxes title={panels.charts.beside} boxes={boxes.filter((box) => (box.kind ?? "beside") === "beside")} />
      <Cards cards={(view?.cards ?? []).filter((card) => !inHand(card, session.seat))} piles={view?.piles ?? []} />
    </section>
  );
}

function Scores({ tracks }: { tracks: Track[] }): JSX.Element {
  return (
    <details open>
      <summary>{panels.charts.points}</summary>
      <ul class="gauges">
        {tracks.map((track) => (
          <li class="gauge" key={track.id}>
            <span class="gauge-title">
              {track.side && <Emblem side={track.side} />}
              {track.title} <RuleChip id={track.rule ?? ""} />
            </span>
            <span class="gauge-value">{track.value}</span>
            {track.flag && <span class="gauge-flag">{capital(track.flag)}</span>}
            {(track.terms ?? []).length > 0 && (
              <details class="terms">
                <summary>{panels.charts.sum}</summary>
                <Sum terms={track.terms ?? []} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function ChartTable({ chart, turn }: { chart: Chart; turn: number }): JSX.Element {
  return (
    <details open={chart.id === "crt" || chart.id === "terrain"}>
      <summary>{chart.title}</summary>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={chart.title}>
        <table class={`chart chart-${chart.id}`}>
          <thead>
            <tr>
              {(chart.head ?? []).map((cell, i) => (
                <th key={i} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(chart.rows ?? []).map((row, i) => (
              <tr key={i} class={chart.id === "turns" && row[0] === String(turn) ? "now" : ""}>
                {row.map((cell, j) => (j === 0 ? <th key={j} scope="row">{cell}</th> : <td key={j}>{cell}</td>))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chart.note && <p class="note">{chart.note}</p>}
      <p class="source">
        <RuleChip id={chart.rule ?? ""} /> {chart.source && panels.charts.source(chart.source)}
      </p>
    </details>
  );
}

function Boxes({ title, boxes }: { title: string; boxes: Box[] }): JSX.Element | null {
  const { session } = useTable();
  if (boxes.length === 0) return null;
  return (
    <details open>
      <summary>{title}</summary>
      {boxes.map((box) => (
        <div class="box" key={box.id}>
          <h4>{box.title}</h4>
          <div class="box-pieces">
            {(box.pieces ?? []).map((piece) => (
              <div class="small-counter" key={piece.key} title={pieceLine(session.catalog, piece)}>
                <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </details>
  );
}

/** Piles with their counts, and the cards that lie open or face down beside the map, by where they lie. */
function Cards({ cards, piles }: { cards: CardView[]; piles: Pile[] }): JSX.Element | null {
  if (cards.length === 0 && piles.length === 0) return null;
  const zones = new Map<string, CardView[]>();
  for (const card of cards) {
    const zone = [card.seat ? seatName(card.seat) : "", titled(card.zone)].filter(Boolean).join(": ");
    zones.set(zone, [...(zones.get(zone) ?? []), card]);
  }
  return (
    <details open>
      <summary>{panels.charts.cards}</summary>
      <ul class="piles">
        {piles.map((pile) => (
          <li key={pile.id}>
            {pile.top ? <PlayCard card={{ key: pile.id, zone: "", face: pile.top }} /> : <CardBack side={pile.side ?? ""} />}
            <span>
              {pile.title} <b>{pile.count}</b> <RuleChip id={pile.rule ?? ""} />
            </span>
          </li>
        ))}
      </ul>
      {[...zones].map(([zone, held]) => (
        <div class="box" key={zone}>
          <h4>
            {zone} <small>{held.length}</small>
          </h4>
          <div class="box-cards">
            {held.map((card) => (
              <PlayCard key={card.key} card={card} />
            ))}
          </div>
        </div>
      ))}
    </details>
  );
}
