import { describe, expect, it, test } from 'vitest';

import { stateChange } from './bulk-uploads.rules.ts';

const upload = {
  state: 'submitting',
  read: 10,
  submitted: 7,
  rejected: 1,
  left_out: 1,
  blank: 1,
  unknown: 0,
  last_sent_at: new Date(0),
  size: 500,
} as const;
const finish = { state: 'finished', read: 10 } as const;

describe('an upload', () => {
  it('is finished once every row has an outcome', () => {
    expect(stateChange(upload, finish)).toEqual({ state: 'finished', read: 10, isEnd: true });
  });

  it('is not finished while a single row has none', () => {
    expect(() => stateChange({ ...upload, submitted: 6 }, finish)).toThrow(
      '1 of 10 rows have not been sent.',
    );
  });

  it('is stopped or paused with rows that were not sent', () => {
    const waiting = { ...upload, submitted: 0 };
    expect(stateChange(waiting, { state: 'stopped', read: 10 }).isEnd).toBe(true);
    expect(stateChange(waiting, { state: 'paused', read: 10 }).isEnd).toBe(false);
  });

  it('is not paused before it was started', () => {
    const change = () =>
      stateChange({ ...upload, state: 'checking' }, { state: 'paused', read: 10 });
    expect(change).toThrow('This upload is checking: start it before it can be paused.');
  });
});

test('the rows of a file are counted again only before the first of them is sent', () => {
  const other = { state: 'submitting', read: 11 } as const;
  expect(() => stateChange(upload, other)).toThrow('Read it the same way as before.');
  const unsent = { ...upload, last_sent_at: null };
  expect(stateChange(unsent, other).read).toBe(11);
});

test('a file has at most a row for each byte', () => {
  const unsent = { ...upload, last_sent_at: null };
  expect(stateChange(unsent, { state: 'submitting', read: 500 }).read).toBe(500);
  expect(() => stateChange(unsent, { state: 'submitting', read: 501 })).toThrow(
    'A file of 500 bytes can’t have 501 rows.',
  );
});
