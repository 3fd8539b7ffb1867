/** The name of the house, which leads back to the shelf. On a phone only its arrow is seen. */

import type { JSX } from "preact";
import { follow } from "../router";
import { words } from "../words";
import { Icon } from "./Icon";

export function Wordmark(): JSX.Element {
  return (
    <a class="wordmark" href="/" aria-label={words.common.home} onClick={(event) => follow(event, "/")}>
      <Icon name="back" /> <span>{words.shelf.title}</span>
    </a>
  );
}
