import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

/** Words that the code once used for things with a standard term, with that term. */
const retiredWords: Readonly<Record<string, string>> = {
  befallen: 'failed',
  chore: 'scheduled job',
  chores: 'scheduled jobs',
  fates: 'failure modes',
  fault: 'error',
  faults: 'errors',
  faulty: 'invalid',
  fruitless: 'consecutive failures',
  judge: 'validate',
  judged: 'validated',
  judges: 'validates',
  keeper: 'autosave',
  lookout: 'reconciliation',
  mend: 'fix',
  mended: 'fixed',
  mender: 'fix',
  mending: 'fixing',
  mends: 'fixes',
  misbehave: 'inject failures',
  mischief: 'failure mode',
  patience: 'timeouts',
  refusal: 'rejection',
  refuse: 'reject',
  refused: 'rejected',
  refuses: 'rejects',
  rehearsal: 'warm-up',
  rehearse: 'warm up',
  spoken: 'message',
  tally: 'summary',
  trouble: 'error',
  troubles: 'errors',
  verdict: 'result',
  verdicts: 'results',
};

/** Words that are plain English in a sentence, but have a standard term in a name. */
const retiredInNames: Readonly<Record<string, string>> = {
  ...retiredWords,
  act: 'action',
  acts: 'actions',
  answers: 'resolutions, responses',
  asked: 'requested',
  bare: 'plain, baseline',
  begun: 'started',
  doubles: 'duplicates',
  doubt: 'warning',
  doubted: 'suspect',
  doubtful: 'uncertain',
  doubts: 'warnings',
  edition: 'revision',
  emptied: 'cleared, erased, blank',
  fact: 'field',
  facts: 'details',
  folded: 'collapsed, normalised, merged, summed',
  forget: 'delete',
  further: 'extra',
  keeping: 'saving',
  keeps: 'saves',
  kept: 'stored',
  maker: 'actor',
  makers: 'actors',
  noun: 'record type',
  nouns: 'record types',
  offer: 'suggestion',
  offers: 'capabilities',
  pace: 'throttle',
  passing: 'forwarding',
  plain: 'unformatted, text, letters',
  reread: 'polled, read again',
  standing: 'status',
  tell: 'notify',
  tells: 'notifies',
  told: 'notified',
  unasked: 'background refetch',
  unplain: 'needs decoding',
  usual: 'typical, default',
  via: 'source',
  wanted: 'requested, target',
  way: 'source, direction, path',
  ways: 'sources, directions, paths',
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('scripts/retired'));
const sources = files.filter((file) => !file.endsWith('.css'));

/**
 * Columns of the database, members of responses (the audit trail, requests, the feed, a session),
 * names of React, and the variant of a button.
 */
const publishedNames: ReadonlySet<string> = new Set([
  'IS_REACT_ACT_ENVIRONMENT',
  'act',
  'asked',
  'begun_at',
  'created_via',
  'is_emptied',
  'plain',
  'updated_via',
  'usual',
  'via',
]);

/** Returns the names in a source, without comments, strings and text, and its class names. */
function namesIn(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm, '')
    .replaceAll(
      /`(?:[^`\\]|\\.)*`/g,
      (template) => template.match(/\$\{[^}]*\}/g)?.join(' ') ?? ' ',
    )
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|>[^<>{}=;()]*</g, ' ');
  const names = code.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.filter((name) => !publishedNames.has(name));
}

/** Returns the titles of the tests in a source, those of `test.each` too. */
function titlesIn(source: string): string[] {
  const calls = /(?:\b(?:test|it|describe)(?:\.\w+)*|\](?: as const)?\))\(\s*(['`])(.+?)\1,/g;
  return [...source.matchAll(calls)].map(([, , title = '']) => title);
}

function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Returns a line for each retired word in a text of a file. */
function retiredIn(
  retired: Readonly<Record<string, string>>,
  file: string,
  texts: readonly string[],
): string[] {
  return texts.flatMap((text) =>
    wordsOf(text)
      .filter((word) => Object.hasOwn(retired, word))
      .map((word) => `${file}: ${text} (${word}: ${retired[word]})`),
  );
}

test('no name has a retired word', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) =>
    retiredIn(retiredInNames, file, [...new Set(namesIn(readFileSync(file, 'utf8')))]),
  );
  expect(found).toEqual([]);
});

test('no file name has a retired word', () => {
  expect(files.flatMap((file) => retiredIn(retiredInNames, file, [path.basename(file)]))).toEqual(
    [],
  );
});

test('no test title has a retired word', () => {
  const tests = sources.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  const titles = tests.map((file) => [file, titlesIn(readFileSync(file, 'utf8'))] as const);
  expect(titles.flatMap(([, found]) => found).length).toBeGreaterThan(1_000);
  expect(titles.flatMap(([file, found]) => retiredIn(retiredWords, file, found))).toEqual([]);
});
