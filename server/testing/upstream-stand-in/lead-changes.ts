import { randomUUID } from 'node:crypto';

import { asShown, emptyLeadFields } from './lead-fields.ts';
import type { LeadInput } from './lead-input.ts';
import { mayChange, type Owner, type Person } from './people.ts';
import type { Lead } from './records.ts';
import { StandInError } from './stand-in-error.ts';

/** A new lead from its creation fields, the creator's own unless they name a contact. @throws {@link Rejection} when it is for somebody the person may not act for. */
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
    given: input,
  };
}

/** A lead with some fields changed; the others keep their values. @throws {@link Rejection} as {@link newLead} does. */
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
    given: { ...lead.given, ...input },
  };
}

/** Whom a lead is of: the contact it names, else, of the partner it names, who it would be otherwise. */
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
