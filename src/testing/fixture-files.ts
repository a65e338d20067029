import { readFileSync } from 'node:fs';

/** Returns a file of `server/testing/fixtures/` as a browser gives it, under another name. */
export function fixtureFile(fixture: string, name = fixture, type = ''): File {
  return new File([readFileSync(`server/testing/fixtures/${fixture}`)], name, { type });
}
