/** What was found: whether it is right, and in a sentence without secrets what to do. */
export type Finding = `${'ok' | 'warning' | 'wrong'}: ${string}`;
export type Findings = AsyncGenerator<Finding, void>;
