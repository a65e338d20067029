/** An error that the person at the terminal can fix, explained to them. */
export class ExplainedError extends Error {}
