import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Expression } from './written-expressions.ts';

/**
 * Prints the regular expressions that files make of texts, as JSON, with the places where they do.
 * The arguments are the files.
 */

/** Calls that make the expressions of a file that are not made when it is loaded. */
const calls: Readonly<Record<string, readonly [name: string, ...args: unknown[]]>> = {
  'src/lib/values/phone-plans.ts': ['isExitCode', '0'],
  'server/accounts/guessed-words.ts': ['withoutGuessedWords', 'password', ['portal', 'winter']],
};

const root = `${pathToFileURL(path.resolve()).href}/`;
const all: Expression[] = [];

function keep(made: RegExp): RegExp {
  const { source, flags } = made;
  // The line of the caller’s caller: the first two lines name this function and the trap.
  const [, by = ''] = /^(?:.*\n){3}.*?(file:.*):\d+\)?$/m.exec(new Error('here').stack ?? '') ?? [];
  all.push({ place: by.replace(root, ''), source, flags });
  return made;
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, [pattern, flags]: ConstructorParameters<typeof RegExp>) =>
    keep(new target(pattern, flags)),
  apply: (target, _, [pattern, flags]: ConstructorParameters<typeof RegExp>) =>
    keep(new target(pattern, flags)),
});

for (const file of process.argv.slice(2)) {
  const members: Record<string, unknown> = await import(root + file);
  const [name = '', ...args] = calls[file] ?? [];
  const make = members[name];
  if (typeof make === 'function') Reflect.apply(make, undefined, args);
}
process.stdout.write(JSON.stringify(all.filter(({ place }) => !place.startsWith('node_modules'))));
