import { expect, test } from 'vitest';

import {
  applied,
  batchSizes,
  nextBatchSize,
  undone,
  withNote,
  withoutNote,
} from './batch.rules.ts';

const lead = { id: 'a', partner_id: 'p', contact_id: 'c', notes: 'first' };
const noted = {
  accountId: 'me',
  contactId: null,
  note: 'Call again.',
  scope: { contactId: 'c' },
  canReassign: false,
};
const before = { contact_before: 'b', note_at: 5, last: undefined };

test('a note is added on a new line, and taken away with nothing else', () => {
  for (const notes of ['', 'first', 'first\n\nsecond', 'first\n']) {
    const after = withNote(notes, 'Call\nagain.');
    expect(withoutNote(after, notes.length, 'Call\nagain.')).toBe(notes);
    expect(withoutNote(`${after}\nlater`, notes.length, 'Call\nagain.')).toBe(
      notes === '' ? 'later' : `${notes}\nlater`,
    );
  }
});

test('a note is found elsewhere if it has its lines to itself, once', () => {
  expect(withoutNote('new\nnote\nlast', 0, 'note')).toBe('new\nlast');
  expect(withoutNote('new\nnote', 0, 'note')).toBe('new');
  expect(withoutNote('note\nnew\nnote', 4, 'note')).toBeUndefined();
  expect(withoutNote('a note', 0, 'note')).toBeUndefined();
  expect(withoutNote('', 0, 'note')).toBeUndefined();
});

test('a note that was there before is not the one that is taken away', () => {
  expect(withoutNote('note\nmore\nnote', 9, 'note')).toBe('note\nmore');
});

test('notes have at most 10,000 characters, whatever they are encoded as', () => {
  const almost = { ...lead, notes: '🦘'.repeat(9_988) };
  expect(applied(almost, noted)).toMatchObject({ outcome: 'changed' });
  const result = { outcome: 'rejected', reason: 'notes-too-long' };
  expect(applied({ ...lead, notes: `${almost.notes}.` }, noted)).toEqual(result);
});

test('nothing is done to a lead that the account cannot see by now', () => {
  for (const scope of [{ contactId: 'd' }, { partnerId: 'q' }, null]) {
    expect(applied(lead, { ...noted, scope })).toEqual({
      outcome: 'rejected',
      reason: 'no-access',
    });
    expect(undone(lead, before, { ...noted, scope })).toMatchObject({ outcome: 'superseded' });
  }
});

test('a note whose text was erased is neither added nor taken away', () => {
  expect(applied(lead, { ...noted, note: '' })).toMatchObject({ reason: 'note-erased' });
  expect(undone(lead, before, { ...noted, note: '' })).toMatchObject({ reason: 'note-erased' });
});

test('a batch has as many leads as can be changed in a tenth of a second', () => {
  expect(nextBatchSize(50, 40)).toBe(125);
  expect(nextBatchSize(200, 250)).toBe(80);
  expect(nextBatchSize(50, 0)).toBe(batchSizes.max);
  expect(nextBatchSize(50, 60_000)).toBe(batchSizes.min);
});

test('a lead that was reassigned and came back since stays', () => {
  const change = { ...noted, contactId: 'c', scope: { partnerId: 'p' }, canReassign: true };
  const lastBy = (by: string, from: string) => {
    const last = { record_id: 'a', by, contact_before: from };
    return undone(lead, { ...before, last }, change).outcome;
  };
  expect(lastBy('me', 'b')).toBe('undone');
  expect(lastBy('me', 'd')).toBe('superseded');
  expect(lastBy('somebody', 'b')).toBe('superseded');
});
