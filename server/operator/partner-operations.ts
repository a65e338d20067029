import { operator } from '#contract/operator/endpoints.ts';
import type { OperatorContact, OperatorPartner } from '#contract/operator/partners.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { assertMatch, etagOf } from '#server/http/preconditions.ts';
import {
  type ContactRow,
  findPartnerById,
  type PartnerRow,
} from '#server/partners/partners.store.ts';

import { fieldError, type Operations } from './operations.ts';
import { requireFound } from './operator.policy.ts';
import {
  createContact,
  createPartner,
  lockContact,
  lockPartner,
  renamePartner,
  updateContact,
} from './partners.store.ts';

/** The operations on partners and their contacts. */
export const partnerOperations: Operations<
  'createPartner' | 'updatePartner' | 'createContact' | 'updateContact'
> = {
  createPartner: async (tx, { bodyOf }) => {
    const { name } = bodyOf(operator.createPartner).fields;
    const id = await createPartner(tx, name ?? '');
    if (id === undefined) throw nameTaken();
    return { id, response: { id } };
  },

  updatePartner: async (tx, { id, ifMatch, bodyOf }) => {
    const partner = requireFound(await lockPartner(tx, id), 'partner');
    assertMatch(ifMatch, presentPartner(partner));
    const { name } = bodyOf(operator.updatePartner).fields;
    if (name && !(await renamePartner(tx, id, name))) throw nameTaken();
    const response = presentPartner({ ...partner, ...(name && { name }) });
    return { id, etag: etagOf(response), response };
  },

  createContact: async (tx, { bodyOf }) => {
    const { partnerId, firstName, lastName, email } = bodyOf(operator.createContact).fields;
    const partner = await findPartnerById(tx, partnerId ?? '');
    if (!partner) throw fieldError('partnerId', 'This partner doesn’t exist.');
    const id = await createContact(tx, {
      partner_id: partner.id,
      first_name: firstName ?? '',
      last_name: lastName ?? '',
      email: email ?? '',
    });
    return { id, response: { id } };
  },

  updateContact: async (tx, { id, ifMatch, bodyOf }) => {
    const contact = requireFound(await lockContact(tx, id), 'contact');
    assertMatch(ifMatch, presentContact(contact));
    const { firstName, lastName, email } = bodyOf(operator.updateContact).fields;
    const names = {
      first_name: firstName ?? contact.first_name,
      last_name: lastName ?? contact.last_name,
      email: email ?? contact.email,
    };
    await updateContact(tx, id, names);
    const response = presentContact({ ...contact, ...names });
    return { id, etag: etagOf(response), response };
  },
};

/** Returns a partner as the operator reads it. */
export function presentPartner({ id, created_at: createdAt, name }: PartnerRow): OperatorPartner {
  return { id, createdAt: createdAt.toISOString(), fields: { name } };
}

/** Returns a contact as the operator reads it. */
export function presentContact(row: ContactRow): OperatorContact {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    fields: {
      partnerId: row.partner_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
    },
  };
}

function nameTaken(): ApiError {
  const sentence = 'Another partner has this name.';
  return new ApiError(409, 'name-in-use', sentence, { fields: { name: sentence } });
}
