import { common } from "./common";
import { feel } from "./feel";
import { look } from "./look";

export const en = {
  common,
  feel,
  look,
};
