import { isDeepStrictEqual } from 'node:util';

import { operator } from '#contract/operator/endpoints.ts';
import type {
  OperatorContact,
  OperatorPartner,
  PartnerHistory,
} from '#contract/operator/partners.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import {
  type ContactRow,
  findPartnerById,
  type PartnerRow,
} from '#server/partners/partners.store.ts';

import { type Operations } from './operations.ts';
import { assertForAll, isInScope } from './operator.policy.ts';
import {
  createContact,
  createPartner,
  lockContact,
  lockPartner,
  type PartnerChangeRow,
  renamePartner,
  updateContact,
} from './partners.store.ts';

/** The operations on partners and their contacts. */
export const partnerOperations: Operations<
  'createPartner' | 'updatePartner' | 'createContact' | 'updateContact'
> = {
  createPartner: async (tx, { bodyOf, caller }) => {
    assertForAll(caller);
    const { name } = bodyOf(operator.createPartner).fields;
    const id = await createPartner(tx, caller.keyId, name ?? '');
    if (id === undefined) throw nameTaken();
    return { id, response: { id } };
  },

  updatePartner: async (tx, { id, ifMatch, bodyOf, caller }) => {
    // A name that is taken would tell who the other partners are.
    assertForAll(caller);
    const partner = requireFound(await lockPartner(tx, id), 'partner');
    assertMatch(ifMatch, presentPartner(partner));
    const { name } = bodyOf(operator.updatePartner).fields;
    const isRenamed = name && name !== partner.name;
    const changed = isRenamed ? await renamePartner(tx, caller.keyId, { id, name }) : partner;
    if (!changed) throw nameTaken();
    const response = presentPartner(changed);
    return { id, etag: computeEtag(response), response };
  },

  createContact: async (tx, { bodyOf, caller }) => {
    const { partnerId, firstName, lastName, email } = bodyOf(operator.createContact).fields;
    const partner = await findPartnerById(tx, partnerId ?? '');
    if (!partner || !(await isInScope(tx, caller, 'partners', partner.id)))
      throw fieldError('partnerId', 'This partner doesn’t exist.');
    const id = await createContact(tx, caller.keyId, {
      partner_id: partner.id,
      first_name: firstName ?? '',
      last_name: lastName ?? '',
      email: email ?? '',
    });
    return { id, response: { id } };
  },

  updateContact: async (tx, { id, ifMatch, bodyOf, caller }) => {
    const contact = requireFound(await lockContact(tx, id), 'contact');
    assertMatch(ifMatch, presentContact(contact));
    const { firstName, lastName, email } = bodyOf(operator.updateContact).fields;
    const names = {
      first_name: firstName ?? contact.first_name,
      last_name: lastName ?? contact.last_name,
      email: email ?? contact.email,
    };
    const isChanged = !isDeepStrictEqual({ ...contact, ...names }, contact);
    const response = presentContact(
      isChanged ? await updateContact(tx, caller.keyId, { id, ...names }) : contact,
    );
    return { id, etag: computeEtag(response), response };
  },
};

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

function nameTaken(): ApiError {
  const sentence = 'Another partner has this name.';
  return new ApiError('name-in-use', sentence, { fields: { name: sentence } });
}
