import { readFileSync } from 'node:fs';

import { parseSync, Visitor } from 'vite';

/** A place in the code, as `contract/v1/rules/rules.ts:98`. */
type Place = string;

/** A regular expression, and where it is written or made. */
export interface Expression {
  readonly place: Place;
  readonly source: string;
  readonly flags: string;
}

/**
 * Returns the regular expressions that a file writes, and the places where it makes one of texts,
 * by its syntax tree.
 */
export function writtenExpressions(file: string): {
  readonly written: readonly Expression[];
  readonly made: readonly Place[];
} {
  const text = readFileSync(file, 'utf8');
  const written: Expression[] = [];
  const made: Place[] = [];
  const placeAt = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`;
  const addMade = (start: number, called: object) => {
    if ('name' in called && called.name === 'RegExp') made.push(placeAt(start));
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern: source, flags } = node.regex;
      written.push({ place: placeAt(node.start), source, flags });
    },
    NewExpression: ({ start, callee }) => addMade(start, callee),
    CallExpression: ({ start, callee }) => addMade(start, callee),
  }).visit(parseSync(file, text).program);
  return { written, made };
}
