/** What the notices of a table are known by: a newer one takes the place of an older one, wherever either came from. */
export const tagOf = (table: string): string => `table-${table}`;
