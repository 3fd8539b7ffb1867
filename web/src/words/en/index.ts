import { common } from "./common";
import { look } from "./look";

export const en = { common, look };
