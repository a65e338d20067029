import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { BulkChange, Change, ChangedLead, Selection } from '#contract/portal/bulk-changes.ts';
import { databases } from '#server/testing/database/databases.ts';
import { type LeadCalls, leadFields, startLeadCalls } from '#server/testing/leads/lead-calls.ts';
import type { Person } from '#server/testing/people.ts';

describe.each(databases)('bulk changes on %s', (kind) => {
  let calls: LeadCalls;
  beforeAll(async () => {
    calls = await startLeadCalls(kind);
  });
  afterAll(async () => calls.service.close());

  const prepare = async (person: Person, selection: Selection, change: Change) =>
    calls.service.call('POST', '/portal/bulk-changes', {
      headers: person.session,
      payload: { selection, change },
    });
  const prepared = async (person: Person, selection: Selection, change: Change) =>
    (await prepare(person, selection, change)).json<BulkChange>();
  const act = async (person: Person, id: string, what: 'apply' | 'undo') =>
    calls.service.call('POST', `/portal/bulk-changes/${id}/${what}`, { headers: person.session });
  const read = async (person: Person, id: string) =>
    (
      await calls.service.call('GET', `/portal/bulk-changes/${id}`, { headers: person.session })
    ).json<BulkChange>();
  const ended = async (person: Person, id: string, state: BulkChange['state']) =>
    vi.waitFor(
      async () => {
        const change = await read(person, id);
        expect(change.state).toBe(state);
        return change;
      },
      { timeout: 10_000, interval: 20 },
    );
  const leadsOf = async (person: Person, id: string, query = '') =>
    (
      await calls.service.call('GET', `/portal/bulk-changes/${id}/leads${query}`, {
        headers: person.session,
      })
    ).json<ChangedLead[]>();

  it('reassigns selected leads once it is applied, and says what became of each', async () => {
    const { admin, broker, colleague, made, fieldsOf } = calls;
    const mine = await made(broker);
    const theirs = await made(colleague, { ...leadFields, companyName: 'Rimu Roofing' });
    const change: Change = { kind: 'reassign', brokerRepId: colleague.contactId };
    const preview = await prepared(admin, { ids: [mine, theirs] }, change);
    expect(preview).toMatchObject({ state: 'prepared', total: 2, contactName: 'Pat Moss' });
    expect(preview.outcomes).toMatchObject({ pending: 1, unchanged: 1, changed: 0 });
    expect((await fieldsOf(mine)).brokerRep?.id).toBe(broker.contactId);

    await act(admin, preview.id, 'apply');
    const after = await ended(admin, preview.id, 'applied');
    expect(after.outcomes).toMatchObject({ pending: 0, unchanged: 1, changed: 1 });
    expect((await fieldsOf(mine)).brokerRep?.id).toBe(colleague.contactId);
    const leads = await leadsOf(admin, preview.id);
    expect(leads.map(({ id, outcome }) => [id, outcome])).toEqual([
      [theirs, 'unchanged'],
      [mine, 'changed'],
    ]);
    expect(await leadsOf(admin, preview.id, '?outcome=unchanged')).toEqual([
      {
        id: theirs,
        client: 'Aroha Ngata',
        company: 'Rimu Roofing',
        contactBefore: 'Pat Moss',
        outcome: 'unchanged',
        reason: '',
      },
    ]);
  });
});
