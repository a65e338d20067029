import { useQuery } from '@tanstack/react-query';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { LeadField } from '#src/forms/lead-field.tsx';

/** Whose lead it is: any contact of the partner. Until they are known, and if they cannot be, the `current` one stays. */
export function ContactField({ current }: { current: string }) {
  const { data = [], error } = useQuery(contactsQuery);
  const contacts = data.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }));
  const isKnown = contacts.some(({ value }) => value === current);
  return (
    <LeadField
      name="brokerRepId"
      label={leadLabels.brokerRep}
      options={isKnown ? contacts : [{ value: current, label: 'As it is' }, ...contacts]}
      hint={error && `The partner’s contacts could not be loaded. ${error.message}`}
    />
  );
}
