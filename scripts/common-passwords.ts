import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { chosenPassword } from '#contract/portal/sign-in.ts';
import { commonPasswordHash, commonPasswords } from '#server/accounts/password-strength.ts';

/**
 * Writes the hashes of the most common passwords of allowed length, from a list on standard input:
 * one password a line, the most common first. Run by hand; the hashes are part of the project.
 */
const maxPasswords = 10_000;
const hashes = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  if (chosenPassword.safeParse(line).success) hashes.add(commonPasswordHash(line));
  if (hashes.size === maxPasswords) break;
}
writeFileSync(
  commonPasswords,
  [...hashes]
    .toSorted()
    .map((line) => `${line}\n`)
    .join(''),
);
console.log(`${hashes.size} hashes of common passwords written`);
