import { isDeepStrictEqual } from 'node:util';

import { operator } from '#contract/operator/endpoints.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { findPartnerById } from '#server/partners/partners.store.ts';

import type { Operations } from './operations.ts';
import { assertForAll, isInScope } from './operator.policy.ts';
import { presentContact, presentPartner } from './partners.presenter.ts';
import * as store from './partners.store.ts';

/** The operations on partners and their contacts. */
export const partnerOperations: Operations<
  'createPartner' | 'updatePartner' | 'createContact' | 'updateContact'
> = {
  createPartner: async (tx, { bodyOf, caller }) => {
    assertForAll(caller);
    const { name } = bodyOf(operator.createPartner).fields;
    const id = await store.createPartner(tx, caller.keyId, name ?? '');
    if (id === undefined) throw nameTaken();
    return { id, response: { id } };
  },

  updatePartner: async (tx, { id, ifMatch, bodyOf, caller }) => {
    // A name that is taken would reveal the other partners.
    assertForAll(caller);
    const partner = requireFound(await store.lockPartner(tx, id), 'partner');
    assertMatch(ifMatch, presentPartner(partner));
    const { name } = bodyOf(operator.updatePartner).fields;
    const isRenamed = name && name !== partner.name;
    const changed = isRenamed ? await store.renamePartner(tx, caller.keyId, { id, name }) : partner;
    if (!changed) throw nameTaken();
    const response = presentPartner(changed);
    return { id, etag: computeEtag(response), response };
  },

  createContact: async (tx, { bodyOf, caller }) => {
    const { partnerId, firstName, lastName, email } = bodyOf(operator.createContact).fields;
    const partner = await findPartnerById(tx, partnerId ?? '');
    if (!partner || !(await isInScope(tx, caller, 'partners', partner.id)))
      throw fieldError('partnerId', 'This partner doesn’t exist.');
    const id = await store.createContact(tx, caller.keyId, {
      partner_id: partner.id,
      first_name: firstName ?? '',
      last_name: lastName ?? '',
      email: email ?? '',
    });
    return { id, response: { id } };
  },

  updateContact: async (tx, { id, ifMatch, bodyOf, caller }) => {
    const contact = requireFound(await store.lockContact(tx, id), 'contact');
    assertMatch(ifMatch, presentContact(contact));
    const { firstName, lastName, email } = bodyOf(operator.updateContact).fields;
    const names = {
      first_name: firstName ?? contact.first_name,
      last_name: lastName ?? contact.last_name,
      email: email ?? contact.email,
    };
    const isChanged = !isDeepStrictEqual({ ...contact, ...names }, contact);
    const response = presentContact(
      isChanged ? await store.updateContact(tx, caller.keyId, { id, ...names }) : contact,
    );
    return { id, etag: computeEtag(response), response };
  },
};

function nameTaken(): ApiError {
  const sentence = 'Another partner has this name.';
  return new ApiError('name-in-use', sentence, { fields: { name: sentence } });
}
