import { expect, test, vi } from 'vitest';

import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { toFormValues } from '#src/forms/lead-values.ts';

import { saveChanges, type LeadVersion, differences, typedControls } from './lead-save.ts';

const names = ['phone', 'email'] as const;
const fields = { phone: '+61491570156', email: 'casey@kauri.test', notes: '' };
const base = { values: toFormValues(fields), etag: '"1"' };
/** The values after an edit. */
const after = { ...base.values, phone: '+61491570157' };
const stale = new Error('stale');

/** Returns a service at which someone else saved `changed` since the lead was read. */
function service(changed?: Record<string, string>, { hasVersions = true } = {}) {
  const empty = emptyResponse(lead);
  const record = { ...empty, fields: { ...empty.fields, ...fields, ...changed } };
  const theirs: LeadVersion = { record, etag: hasVersions ? '"2"' : undefined };
  const latest = changed ? '"2"' : '"1"';
  return {
    send: vi.fn<(changes: unknown, etag: string | undefined) => Promise<void>>((_, etag) =>
      etag === undefined || etag === latest ? Promise.resolve() : Promise.reject(stale),
    ),
    read: vi.fn<() => Promise<LeadVersion>>(() => Promise.resolve(theirs)),
    isStale: (error: unknown) => error === stale,
  };
}

test('sends only what changed, with the version that was read', async () => {
  const calls = service();
  const spaced = { ...base.values, phone: '+61 491 570 157' };
  expect(await saveChanges(names, base, spaced, calls)).toEqual({ kind: 'saved', isMerged: false });
  expect(calls.send.mock.calls).toEqual([[{ phone: '+61491570157' }, '"1"']]);
});

test('sends nothing if nothing changed', async () => {
  const calls = service();
  const same = { ...base.values, phone: '+61 491 570 156' };
  expect(await saveChanges(names, base, same, calls)).toEqual({ kind: 'unchanged' });
  expect(calls.send).not.toHaveBeenCalled();
});

test('keeps another user’s change of other fields, and sends ours again', async () => {
  const calls = service({ notes: 'Called.' });
  expect(await saveChanges(names, base, after, calls)).toEqual({ kind: 'saved', isMerged: true });
  expect(calls.send.mock.lastCall).toEqual([{ phone: '+61491570157' }, '"2"']);
});

test('says nothing of a file that arrived or a call that was made meanwhile', async () => {
  const calls = service({ lastActivityDate: '2026-11-20T10:00:00.000Z' });
  expect(await saveChanges(names, base, after, calls)).toEqual({ kind: 'saved', isMerged: false });
});

test('reports a conflict when another user changed the same fields', async () => {
  const calls = service({ email: 'casey@freight.test' });
  const outcome = await saveChanges(names, base, after, calls);
  expect(outcome).toMatchObject({
    kind: 'conflict',
    differences: [{ control: { path: 'email' }, theirs: 'casey@freight.test', yours: undefined }],
  });
  expect(calls.send).toHaveBeenCalledTimes(1);
});

test('reads the lead before saving if the service has no versions, and reports a conflict', async () => {
  const unversioned = { ...base, etag: undefined };
  const changed = service({ phone: '+61491570158' }, { hasVersions: false });
  expect(await saveChanges(names, unversioned, after, changed)).toMatchObject({ kind: 'conflict' });
  expect(changed.send).not.toHaveBeenCalled();

  const same = service(undefined, { hasVersions: false });
  expect(await saveChanges(names, unversioned, after, same)).toMatchObject({ kind: 'saved' });
  expect(same.send.mock.calls).toEqual([[{ phone: '+61491570157' }, undefined]]);
});

test('throws any other error', async () => {
  const calls = { ...service(), send: () => Promise.reject(new Error('no network')) };
  await expect(saveChanges(names, base, after, calls)).rejects.toThrow('no network');
});

const edited = ['phone', 'email', 'residentialAddress', 'amountRequested'] as const;
const before = toFormValues({
  phone: '+61491570156',
  email: 'casey@kauri.test',
  residentialAddress: { city: 'Perth' },
  amountRequested: '50000.00',
});

test('shows both values of a field that both changed', () => {
  const theirs = { ...before, phone: '+61491570157' };
  const yours = { ...before, phone: '+61491570158' };
  expect(differences(edited, before, theirs, yours)).toMatchObject([
    {
      control: { path: 'phone' },
      before: '+61491570156',
      theirs: '+61491570157',
      yours: '+61491570158',
    },
  ]);
});

test('shows a field that only the other user changed, without a choice', () => {
  const theirs = { ...before, email: 'casey@freight.test' };
  const yours = { ...before, phone: '+61491570158' };
  expect(differences(edited, before, theirs, yours)).toMatchObject([
    { control: { path: 'email' }, theirs: 'casey@freight.test', yours: undefined },
  ]);
  expect(typedControls(edited, before, yours).map(({ path }) => path)).toEqual(['phone']);
});

test('shows a changed part of an address by itself', () => {
  const theirs = {
    ...before,
    residentialAddress: { ...before.residentialAddress, city: 'Albany' },
  };
  expect(differences(edited, before, theirs, before)).toMatchObject([
    { control: { path: 'residentialAddress.city' }, before: 'Perth', theirs: 'Albany' },
  ]);
});

test('ignores equal changes, other spellings of a value, and other sections', () => {
  const both = { ...before, phone: '+61491570157' };
  expect(differences(edited, before, both, { ...before, phone: '+61 491 570 157' })).toEqual([]);
  expect(differences(edited, before, { ...before, notes: 'Called.' }, before)).toEqual([]);
});
