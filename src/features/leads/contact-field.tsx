import { useQuery } from '@tanstack/react-query';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { LeadField } from '#src/forms/lead-field.tsx';

/**
 * Selects the lead's contact from the partner's contacts. Keeps the `current` contact while the
 * contacts load, and if loading fails.
 */
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
      hint={error && `Couldn’t load contacts. ${error.message}`}
    />
  );
}
