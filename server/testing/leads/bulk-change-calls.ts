import type {
  BulkChange,
  Change,
  ChangePreview,
  ChangeResult,
  Selection,
} from '#contract/portal/bulk-changes.ts';
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
  const address = '/portal/bulk-changes';
  const preview = async (person: Person, selection: Selection, change: Change) =>
    service.as(person).post(`${address}/preview`, { selection, change });
  /** Previews a change, which must succeed. */
  const previewed = async (person: Person, selection: Selection, change: Change) => {
    const response = await preview(person, selection, change);
    if (response.statusCode !== 200) throw new Error(`Not previewed: ${response.body}`);
    return response.json<ChangePreview>();
  };
  /** Makes a change that was previewed, or without a preview of all leads until now. */
  const make = async (
    person: Person,
    requested: { selection: Selection; change: Change; previewedAt?: string },
    headers = {},
  ) =>
    service
      .as(person)
      .post(address, { previewedAt: new Date().toISOString(), ...requested }, headers);
  /** Makes a change, which must succeed. */
  const made = async (person: Person, selection: Selection, change: Change) => {
    const { previewedAt } = await previewed(person, selection, change);
    const response = await make(person, { selection, change, previewedAt });
    if (response.statusCode !== 200) throw new Error(`Not made: ${response.body}`);
    return response.json<ChangeResult>();
  };
  const undo = async (person: Person, id: string) =>
    service.as(person).post(`${address}/${id}/undo`);
  /** Undoes a change, which must succeed. */
  const undone = async (person: Person, id: string) => {
    const response = await undo(person, id);
    if (response.statusCode !== 200) throw new Error(`Not undone: ${response.body}`);
    return response.json<ChangeResult>();
  };
  const listed = async (person: Person) =>
    (await service.as(person).get(address)).json<BulkChange[]>();
  return { preview, previewed, make, made, undo, undone, listed };
}
