import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { codeFiles, isTest } from './imports.ts';

const [section = ''] =
  /^## Limits\n[^]*/m.exec(readFileSync('docs/operations/settings.md', 'utf8')) ?? [];
/** The list of limits, each on one line. */
const list = section.replaceAll(/\n {2}/g, ' ');
/** The entries that name a constant: what its value is called, and where it is. */
const rows = [
  ...list.matchAll(/^- .*: (\d[\d.,]*(?: [A-Za-z]+)?)(?:; .*)? \(`([\w.]+)` in `([^`]+)`\)$/gm),
].map(([, limit = '', constant = '', file = '']) => ({ limit, constant, file }));

const kibibyte = 1_024;
const second = 1_000;
const units: Readonly<Record<string, number>> = {
  time: 1,
  KiB: kibibyte,
  MiB: kibibyte ** 2,
  second,
  minute: 60 * second,
  hour: 3_600 * second,
  day: 24 * 3_600 * second,
};

/** Returns the number of a limit as its constant has it: times in ms, or the unit of its name. */
function toValue(limit: string, constant: string): number {
  const [number = '', unit] = limit.split(' ');
  const value = Number(number.replaceAll(',', ''));
  if (unit === undefined || /(?:Seconds|Hours|Days)(?![a-z])/.test(constant)) return value;
  return value * (units[unit.replace(/s$/, '')] ?? NaN);
}

/** Returns the value of a constant: `maxSessions`, or a member such as `paging.maxPageSize`. */
async function readConstant(file: string, constant: string): Promise<unknown> {
  const found: unknown = await import(pathToFileURL(path.resolve(file)).href);
  const member = (value: unknown, name: string): unknown =>
    Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
  return constant.split('.').reduce(member, found);
}

test('each limit of the list is its constant', async () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(list.match(/^- /gm)).toHaveLength(rows.length);
  expect(rows.map(({ constant }) => constant)).toEqual([
    ...new Set(rows.map(({ constant }) => constant)),
  ]);
  for (const { limit, constant, file } of rows)
    expect([constant, toValue(limit, constant)]).toEqual([
      constant,
      await readConstant(file, constant),
    ]);
});

/**
 * Limits that normal use never reaches: how long a value can be (the API documentation says it),
 * what one request may cost, and what a process keeps.
 */
const within = [
  'maxAddressLength maxAmount maxDateLength maxDaysAgo maxHeaderRow maxNameLength maxNote',
  'maxNotesLength maxNumber maxRecordIdLength maxSheetNameLength maxTextBytes maxTypedAmountLength',
  'maxTypedPhoneLength maxUserAgentLength maxUsers maxParts requestLimits maxLength maxErrorLength',
  'maxBeforePdf maxCommentLength maxDirectoryBytes maxHeadBytes maxUploadBytes maxUploadSentence',
  'homeLimits stageLimits maxListed maxNamed maxNamedRecords maxNamedUsers maxNumbered maxErrors',
  'maxFilteredTotal maxRanked maxSearched maxSorted maxSplits maxTerms maxWholeLength maxGrouped',
  'maxLeadsOfKey maxCountSeconds maxSeconds maxTurnMs maxTimes maxShownKey limitMs',
  'maxAgeMs maxAgeSeconds maxAheadSeconds maxClockDifferenceMs maxArrivalMs maxReadBeforeMs',
  'maxRequestedDelayMs maxConsecutiveFailures maxTries maxAtOnce maxBytes maxEntries',
  'maxRemembered maxResponses maxWaitingBytes maxPartBytes maxLogoBytes idleLimit lockLimit',
].flatMap((line) => line.split(' '));

/** The same, of names that limits of the list have too. */
const withinFiles = [
  'limits in server/attachments/form-parts.ts',
  'limits in server/db/statement-limit.ts',
  'limits in server/records/list/found-once.store.ts',
  'limits in server/records/search/unspaced-names.ts',
  'limits in server/search/search.store.ts',
  'maxGroups in server/records/list/list-groups.store.ts',
];

test('each limit of the code is in the list, or concerns nobody who uses the portal', () => {
  const files = codeFiles('contract', 'server').filter(
    (file) => !isTest(file) && !/\/(?:testing|demo|cli)\//.test(file),
  );
  const declared =
    /^(?:export )?const (max[A-Z]\w*|(?:\w*L|l)imits?(?:Ms)?|\w+Limit|\w+PerHour)(?=[ :])(?! = \()/gm;
  const listed = rows.map(({ constant, file }) => `${constant.split('.')[0]} in ${file}`);
  const places = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => ({
      name,
      place: `${name} in ${file}`,
    })),
  );
  const known = new Set([...listed, ...withinFiles]);
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter(({ name, place }) => !known.has(place) && !within.includes(name))).toEqual(
    [],
  );
  // No name is of a limit that no longer exists.
  const names = places.flatMap(({ name, place }) => [name, place]);
  expect([...within, ...withinFiles].filter((name) => !names.includes(name))).toEqual([]);
});
