/**
 * A search of 200 characters that normalise to 550: a digit and signs that each may be in a number,
 * with nothing that ends one.
 */
export const slowestSearch = `1 ${'+'.repeat(49)}${'⑽'.repeat(49)}${'…'.repeat(99)}!`;
