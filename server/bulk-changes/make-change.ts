import {
  bulkChangeLimits,
  type Change,
  type Selection,
  tooManyLeads,
} from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { listContacts } from '#server/partners/partners.store.ts';
import { selectedRecords } from '#server/records/list/selected-records.ts';
import { toScope } from '#server/records/records.policy.ts';

import { firstChanged, groupLeft, presentPreview } from './bulk-changes.presenter.ts';
import {
  changeLeads,
  lockLeads,
  nameLeads,
  sortFound,
  type SortedLead,
} from './changed-leads.store.ts';

interface RequestedChange {
  readonly selection: Selection;
  readonly change: Change;
}

/** Returns what a change would do now, which stores nothing. */
export async function previewChange(
  tx: Db,
  caller: ContactCaller,
  { selection, change, now }: RequestedChange & { now: () => Date },
) {
  const previewedAt = now().toISOString();
  const { found, others } = await findSelected(tx, caller, { selection, change });
  const sorted = [...found, ...others.map((id) => ({ id, why: 'no-access' as const }))];
  const left = groupLeft(sorted).flatMap(({ ids }) => ids);
  const names = await nameLeads(tx, toScope(caller), [...firstChanged(sorted), ...left]);
  const contact =
    change.kind === 'reassign'
      ? (await listContacts(tx, { partnerId: caller.partnerId, id: change.brokerRepId }))[0]
      : undefined;
  const contactName = contact ? `${contact.first_name} ${contact.last_name}`.trim() : null;
  return presentPreview(sorted, { previewedAt, contactName, names });
}

/** Makes a change, and returns its id with the leads that stay as they are. */
export async function makeChange(
  tx: Db,
  caller: ContactCaller,
  { previewedAt, ...requested }: RequestedChange & { previewedAt: string },
) {
  const id = newId();
  const { found, others } = await findSelected(tx, caller, requested, previewedAt);
  const ids = found.map((lead) => lead.id);
  await lockLeads(tx, ids);
  const { change } = requested;
  const left = await changeLeads(tx, caller, { id, change, ids, others: others.length });
  const gone = others.map((other) => ({ id: other, why: 'no-access' as const }));
  return { id, left: groupLeft([...left, ...gone]) };
}

/**
 * Returns the selected leads that the caller sees, sorted; and the ids of those that were selected
 * and are not there.
 * @throws ApiError 400 if there are too many
 */
async function findSelected(
  tx: Db,
  caller: ContactCaller,
  { selection, change }: RequestedChange,
  previewedAt?: string,
): Promise<{ found: SortedLead[]; others: string[] }> {
  const request = selectedRecords(caller, 'leads', selection);
  const found = await sortFound(tx, change, request, previewedAt);
  if (found.length > bulkChangeLimits.leads)
    throw new ApiError('invalid-fields', tooManyLeads, {
      fields: { 'selection.query': tooManyLeads },
    });
  if (!('ids' in selection)) return { found, others: [] };
  const seen = new Set(found.map(({ id }) => id));
  return { found, others: [...new Set(selection.ids)].filter((id) => !seen.has(id)) };
}
