/** Parts that the first load does without: fetched when they are first shown. */

import { signal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";

export function later<P extends object>(load: () => Promise<FunctionComponent<P>>, meanwhile: JSX.Element | null = null): FunctionComponent<P> {
  const part = signal<FunctionComponent<P> | null>(null);
  return function Later(props: P): JSX.Element | null {
    const Part = part.value;
    if (Part) return <Part {...props} />;
    void load().then((found) => (part.value = found));
    return meanwhile;
  };
}
