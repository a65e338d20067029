import type {
  OperatorContact,
  OperatorPartner,
  PartnerHistory,
} from '#contract/operator/partners.ts';
import type { ContactRow, PartnerRow } from '#server/partners/partners.store.ts';

import type { PartnerChangeRow } from './partners.store.ts';

/** Returns a partner as the operator reads it. */
export function presentPartner({ id, name, ...times }: PartnerRow): OperatorPartner {
  return { id, ...presentTimes(times), fields: { name } };
}

function presentTimes(row: Pick<PartnerRow, 'created_at' | 'updated_at'>) {
  return { createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString() };
}

/** Returns a contact as the operator reads it. */
export function presentContact(row: ContactRow): OperatorContact {
  return {
    id: row.id,
    ...presentTimes(row),
    fields: {
      partnerId: row.partner_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
    },
  };
}

/** Returns an entry of the history of a partner or contact as the operator reads it. */
export function presentPartnerChange(row: PartnerChangeRow): PartnerHistory['entries'][number] {
  const fields = Object.keys({ ...row.former, ...row.current });
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.by === null ? null : { id: row.by, name: row.key_name ?? '' },
    via: row.via,
    changes: fields.map((field) => ({
      field,
      from: row.former[field] ?? null,
      to: row.current[field] ?? null,
    })),
  };
}
