import { randomUUID } from 'node:crypto';

import { asShown, emptyLeadFields } from './lead-fields.ts';
import type { LeadInput } from './lead-input.ts';
import { mayChange, type Owner, type Person } from './people.ts';
import type { Lead } from './records.ts';
import { StandInError } from './stand-in-error.ts';

/**
 * Returns a new lead from its creation fields. The creator owns the lead unless the fields name a
 * contact.
 * @throws {@link StandInError} when the person may not act for the owner.
 */
export function newLead(people: readonly Person[], person: Person, input: LeadInput): Lead {
  const id = randomUUID();
  const now = new Date().toISOString();
  return {
    id,
    createdAt: now,
    createdBy: person.id,
    updatedAt: now,
    updatedBy: person.id,
    fields: {
      ...emptyLeadFields,
      statusSinceDate: now,
      subStatusSinceDate: now,
      delegateTo: { type: 'user', id: person.id },
      bankStatementsUpdateLink: `https://statements.test/${id}`,
      applicationLink: `https://applications.test/${id}`,
      ...asShown(input),
      ...namedOwner(people, person, input, person.owner),
    },
    submitted: input,
  };
}

/**
 * Returns a lead with some fields changed; the others keep their values.
 * @throws {@link StandInError} as {@link newLead} does.
 */
export function changedLead(
  people: readonly Person[],
  person: Person,
  lead: Lead,
  input: LeadInput,
): Lead {
  return {
    ...lead,
    updatedAt: new Date().toISOString(),
    updatedBy: person.id,
    fields: {
      ...lead.fields,
      ...asShown(input),
      ...namedOwner(people, person, input, lead.fields),
    },
    submitted: { ...lead.submitted, ...input },
  };
}

/**
 * Returns the owner of a lead: the contact named in the input, else `otherwise`. A named partner
 * has to be the owner’s.
 */
function namedOwner(
  people: readonly Person[],
  person: Person,
  input: LeadInput,
  otherwise: Owner | null,
): Owner {
  const owners = people.flatMap(({ owner }) => owner ?? []);
  const repId = input['brokerRepId'] ?? otherwise?.brokerRep.id;
  const owner = owners.find(({ brokerRep }) => brokerRep.id === repId);
  if (!owner && input['brokerRepId']) throw new StandInError(400, 'brokerRepId names nobody.');
  if (!owner || !mayChange(person, owner))
    throw new StandInError(403, 'You may not submit or change this lead.');
  if ((input['brokerId'] ?? owner.broker.id) !== owner.broker.id)
    throw new StandInError(403, 'brokerId is not the partner of the contact.');
  return { broker: owner.broker, brokerRep: owner.brokerRep };
}
