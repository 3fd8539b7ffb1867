import { common } from "./common";
import { feel } from "./feel";
import { look } from "./look";
import { me } from "./me";

export const en = {
  common,
  feel,
  look,
  me,
};
