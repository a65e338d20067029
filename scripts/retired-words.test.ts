import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Words that the code once used for things with a standard term (decision 22), with that term. */
const retiredWords: Readonly<Record<string, string>> = {
  fault: 'error',
  faults: 'errors',
  faulty: 'invalid',
  judge: 'validate',
  judged: 'validated',
  keeper: 'autosave',
  mend: 'fix',
  mended: 'fixed',
  mends: 'fixes',
  mischief: 'failure mode',
  patience: 'timeouts',
  refusal: 'rejection',
  refuse: 'reject',
  refused: 'rejected',
  rehearse: 'warm up',
  spoken: 'message',
  tally: 'summary',
  trouble: 'error',
  verdict: 'result',
};

/** Returns the names in a source: what is left of it without comments, strings and text. */
function namesIn(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}=;()]*</g, ' ');
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/);
}

test('no name has a retired word', () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' });
  const files = listed
    .split('\n')
    .filter((file) => file !== '' && !file.startsWith('scripts/retired'));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    namesIn(readFileSync(file, 'utf8')).flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(retiredWords, word))
        .map((word) => `${file}: ${name} (${word} is ${retiredWords[word]})`),
    ),
  );
  expect([...new Set(found)]).toEqual([]);
});
