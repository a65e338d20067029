/** The kinds of entries of the history that count as changes of a record. */
export const changeKinds = [
  'changed',
  'call',
  'attached',
  'file-changed',
  'file-withdrawn',
] as const;

/** Returns the condition for entries of these kinds, as the indexes of changes have it. */
export function isOfKinds(alias: string, kinds: readonly string[]): string {
  return `${alias}.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
}

/**
 * Returns the conditions for entries of the history that count as changed since a moment: what
 * somebody else than the reader did, except creating and erasing.
 */
export function changesSince(alias: string, since: string, reader: string): string[] {
  return [isOfKinds(alias, changeKinds), `${alias}.at > ${since}`, `${alias}.by <> ${reader}`];
}
