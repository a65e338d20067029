/**
 * A search of 200 characters, which normalising makes 550 of: a digit and signs of which each may
 * be in a number, with nothing that ends one.
 */
export const slowestSearch = `1 ${'+'.repeat(49)}${'⑽'.repeat(49)}${'…'.repeat(99)}!`;
