import { common } from "./common";
import { feel } from "./feel";
import { look } from "./look";
import { me } from "./me";
import { names } from "./names";
import { shelf } from "./shelf";
import { table } from "./table";

export const en = {
  common,
  feel,
  look,
  me,
  names,
  shelf,
  table,
};
