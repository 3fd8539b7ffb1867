/** The ways in to one's own games: a first key, a link from another device, twelve words, a letter. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Refusal } from "../net/api";
import { type Mine, beSomebody, me } from "../net/me";
import { people } from "../net/people";
import { NotTwelve, fromWords } from "../net/twelve";
import { visit } from "../router";
import { Section, Trouble } from "../ui/Part";
import { words } from "../words";

export function whyNot(error: unknown): string {
  if (error instanceof Refusal && error.status === 401) return words.me.putOut;
  return error instanceof Error ? error.message : String(error);
}

export function Nobody({ onMade }: { onMade: () => void }): JSX.Element {
  return (
    <Section title={words.me.nobody} about={words.me.nobodyAbout}>
      <button type="button" class="brass" data-start="" onClick={() => void beSomebody().then(onMade)}>
        {words.me.start}
      </button>
    </Section>
  );
}

/** Only who has made the link may go on: somebody else's would make this browser act for them. */
export function Enter({ token }: { token: string }): JSX.Element {
  const done = useSignal<Mine | null>(null);
  const problem = useSignal("");
  const enter = (): void => {
    void people.enter(token).then((mine) => (done.value = mine), (error: unknown) => (problem.value = whyNot(error)));
  };
  if (done.value) return <Entered mine={done.value} />;
  return (
    <Section title={words.me.enterTitle} about={words.me.enterAbout}>
      {me.value && <p class="note">{words.me.comeAlong}</p>}
      <button type="button" class="brass big" data-enter="" onClick={enter}>
        {words.me.enterButton}
      </button>
      <Trouble text={problem} />
    </Section>
  );
}

function Entered({ mine }: { mine: Mine }): JSX.Element {
  return (
    <section class="me-part" data-entered="">
      <p role="status">{words.me.entered(mine.name ?? "")}</p>
      <button type="button" class="brass big" onClick={() => visit("/")}>
        {words.me.toGames}
      </button>
    </section>
  );
}

export function Confirm({ token, onDone }: { token: string; onDone: () => void }): JSX.Element {
  const done = useSignal(false);
  const problem = useSignal("");
  const confirm = (): void => {
    void people.confirmMail(token).then(
      () => {
        done.value = true;
        onDone();
      },
      (error: unknown) => (problem.value = whyNot(error)),
    );
  };
  if (done.value) return <p role="status">{words.me.confirmed}</p>;
  return (
    <Section title={words.me.confirmTitle} about={words.me.confirmAbout}>
      <button type="button" class="brass" onClick={confirm}>
        {words.me.confirmButton}
      </button>
      <Trouble text={problem} />
    </Section>
  );
}

/** From another device of mine: by the words on paper, or by a letter. */
export function Come({ mail }: { mail: boolean }): JSX.Element {
  const text = useSignal("");
  const address = useSignal("");
  const sent = useSignal(false);
  const problem = useSignal("");
  const done = useSignal<Mine | null>(null);
  const come = (event: Event): void => {
    event.preventDefault();
    problem.value = "";
    try {
      const key = fromWords(text.peek());
      void people.enterByKey(key).then(
        (mine) => (done.value = mine),
        (error: unknown) => (problem.value = error instanceof Refusal && error.status === 401 ? words.me.unknownWords : whyNot(error)),
      );
    } catch (error) {
      problem.value = wrong(error);
    }
  };
  const write = (event: Event): void => {
    event.preventDefault();
    problem.value = "";
    void people.signIn(address.peek()).then(() => (sent.value = true), (error: unknown) => (problem.value = whyNot(error)));
  };
  if (done.value) return <Entered mine={done.value} />;
  return (
    <details class="me-part me-come" open={!me.value}>
      <summary>
        <h2>{words.me.come}</h2>
      </summary>
      <p class="note">{words.me.comeAbout}</p>
      <form onSubmit={come}>
        <label class="me-field">
          <span>{words.me.comeWords}</span>
          <textarea rows={3} autocomplete="off" autocapitalize="none" spellcheck={false} data-words="" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
        {me.value && <p class="note">{words.me.comeAlong}</p>}
        <button type="submit" class="plate">
          {words.me.comeButton}
        </button>
      </form>
      {mail && (
        <form onSubmit={write}>
          <label class="me-field">
            <span>{words.me.comeMail}</span>
            <input type="email" required maxLength={120} autocomplete="email" value={address.value} onInput={(event) => (address.value = event.currentTarget.value)} />
          </label>
          <button type="submit" class="plate">
            {words.me.comeMailButton}
          </button>
          {sent.value && <p role="status">{words.me.comeMailSent}</p>}
        </form>
      )}
      <Trouble text={problem} />
    </details>
  );
}

function wrong(error: unknown): string {
  if (!(error instanceof NotTwelve)) return String(error);
  return error.why === "word" ? words.me.notTwelve.word(error.word) : words.me.notTwelve[error.why];
}
