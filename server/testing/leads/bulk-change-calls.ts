import { expect, vi } from 'vitest';

import type { BulkChange, Change, ChangedLead, Selection } from '#contract/portal/bulk-changes.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { withLeadCalls } from './lead-calls.ts';

/** Starts a service as {@link withLeadCalls} does, with the calls for bulk changes. */
export function withBulkChangeCalls(kind?: DatabaseKind) {
  const calls = withLeadCalls(kind);
  /** Returns an admin and a broker of a new partner. */
  const newTeam = async () => {
    const { db } = calls.service.database;
    const admin = await makePerson(db, 'partner-admin');
    return { admin, broker: await makePerson(db, 'broker', admin.partnerId) };
  };
  return { ...calls, bulk: bulkChangeCalls(calls.service), newTeam };
}

/** Returns the calls of a service for bulk changes. */
export function bulkChangeCalls(service: TestApp) {
  const call: TestApp['call'] = async (...request) => service.call(...request);
  const prepare = async ({ session: headers }: Person, selection: Selection, change: Change) =>
    call('POST', '/portal/bulk-changes', { headers, payload: { selection, change } });
  /** Prepares a change, which must succeed. */
  const prepared = async (person: Person, selection: Selection, change: Change) => {
    const response = await prepare(person, selection, change);
    if (response.statusCode !== 200) throw new Error(`Not prepared: ${response.body}`);
    return response.json<BulkChange>();
  };
  const act = async ({ session: headers }: Person, id: string, what: 'apply' | 'undo') =>
    call('POST', `/portal/bulk-changes/${id}/${what}`, { headers });
  const read = async ({ session: headers }: Person, id: string) =>
    call('GET', `/portal/bulk-changes/${id}`, { headers });
  /** Waits until a change is in a state, and returns it. */
  const reached = async (person: Person, id: string, state: BulkChange['state']) =>
    vi.waitFor(
      async () => {
        const change = (await read(person, id)).json<BulkChange>();
        expect(change.state).toBe(state);
        return change;
      },
      { timeout: 60_000, interval: 50 },
    );
  /** Applies or undoes a change, waits until that is done, and returns the change. */
  const done = async (person: Person, id: string, what: 'apply' | 'undo') => {
    const response = await act(person, id, what);
    if (response.statusCode !== 200) throw new Error(`Not started: ${response.body}`);
    return reached(person, id, what === 'apply' ? 'applied' : 'undone');
  };
  const listLeads = async ({ session: headers }: Person, id: string, query = '') =>
    call('GET', `/portal/bulk-changes/${id}/leads${query}`, { headers });
  /** Returns outcome and reason of each lead of a change. */
  const outcomes = async (person: Person, id: string) => {
    const leads = (await listLeads(person, id)).json<ChangedLead[]>();
    return Object.fromEntries(leads.map((lead) => [lead.id, [lead.outcome, lead.reason]]));
  };
  return { prepare, prepared, act, read, reached, done, leadsOf: listLeads, outcomes };
}
