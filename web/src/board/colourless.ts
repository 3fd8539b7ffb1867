/** In place of d3-color. The map's zoom is all that we take of d3: it moves a picture and blends no colours, so that the
 * first load goes without the arithmetic of colour spaces. */

export const color = (): null => null;
export const rgb = color;
export const hsl = color;
export const lab = color;
export const hcl = color;
export const cubehelix = color;
