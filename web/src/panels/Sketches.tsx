/** The sketches that this seat keeps at this table. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { follow } from "../router";
import { useTable } from "../store/context";
import { MOST } from "../store/sketch";
import type { KeptSketch } from "../wire";
import { Icon } from "../ui/Icon";
import { sketch } from "../words/sketch";
import "../style/sketch.css";

export function Sketches({ token }: { token: string }): JSX.Element | null {
  const { session } = useTable();
  const kept = useSignal<KeptSketch[]>([]);
  useEffect(() => void api.sketches(session.table, token).then(({ sketches }) => (kept.value = sketches), () => undefined), [session.table, token]);
  const drop = (n: number): void => void api.dropSketch(session.table, token, n).then(({ sketches }) => (kept.value = sketches), () => undefined);
  if (session.latest.value?.result) return null;
  const path = (n: number): string => `/sketch/${session.table}${n ? `/${n}` : ""}`;
  const go = (event: MouseEvent, n: number): void => {
    localStorage.setItem(`vistula.sat.${session.table}`, session.seat);
    follow(event, path(n));
  };
  return (
    <section class="sketches" aria-label={sketch.list}>
      <h3>{sketch.list}</h3>
      <p class="note">{sketch.about}</p>
      <ul>
        {kept.value.map(({ n, sheet }) => (
          <li key={n} data-kept-sketch={n}>
            <a href={path(n)} aria-label={sketch.open(sheet.name)} onClick={(event) => go(event, n)}>
              <b>{sheet.name}</b>
              <small>
                {sketch.turn(sheet.turn ?? 0)} · {sketch.steps(sheet.steps.length)}
              </small>
              {sheet.note && <span>{sheet.note}</span>}
            </a>
            <button type="button" class="icon-button" aria-label={sketch.drop(sheet.name)} onClick={() => drop(n)}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <p class="sketches-foot">
        <a class="plate" data-new-sketch="" href={path(0)} onClick={(event) => go(event, 0)}>
          {sketch.start}
        </a>
        {kept.value.length > 0 && <span class="note">{sketch.keptOf(kept.value.length, MOST)}</span>}
      </p>
    </section>
  );
}
