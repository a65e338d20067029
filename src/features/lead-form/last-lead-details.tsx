import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { parseQuery } from '#contract/query-string.ts';
import { type Lead, lead } from '#contract/v1/lead-records.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { leadListQuery } from '#contract/v1/lists.ts';
import { leadReads } from '#contract/v1/read-endpoints.ts';
import { leadsKey } from '#src/api/leads.ts';
import { callList } from '#src/api/lists.ts';
import { useSession } from '#src/api/session.ts';
import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { formatPhone } from '#src/lib/phones.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';

import s from './lead-form.module.css';

/** The query for the latest leads that the user can see, the newest first. */
const latestLeadsQuery = queryOptions({
  queryKey: [...leadsKey, 'latest'],
  queryFn: async ({ signal }): Promise<readonly Lead[]> => {
    const search = parseQuery(leadListQuery, new URLSearchParams());
    const { rows } = await callList(leadReads.listLeads, lead, search, signal);
    return rows.flatMap((row) => (row.ok ? [row.record] : []));
  },
  retry: false,
  staleTime: Infinity,
});

/** What most people enter alike in all their leads. */
const names = [
  'callClientOrBroker',
  'callOnBehalfOf',
  'brokerContactName',
  'brokerContactEmail',
  'brokerContactNumber',
] as const;
type Details = Record<(typeof names)[number], string>;

/**
 * Proposes the broker contact and call preferences of the user's last lead: shown first, used with
 * one click, and taken back with another. Nothing is proposed over what is typed.
 */
export function LastLeadDetails() {
  const { account, contact } = useSession();
  const { data = [] } = useQuery(latestLeadsQuery);
  const { control, setValue } = useFormContext<LeadFormValues>();
  const typed = useWatch({ control, name: names });
  const [isUsed, setIsUsed] = useState(false);
  const isOwn = ({ fields }: Lead) =>
    account.role === 'broker' || fields.brokerRep?.id === contact?.id;
  const details = data.filter(isOwn).map(detailsOf).find(isFilled);
  const put = (values: Partial<Details>, willBeUsed: boolean) => {
    for (const name of names)
      setValue(name, values[name] ?? '', { shouldDirty: true, shouldValidate: true });
    setIsUsed(willBeUsed);
  };

  if (!details) return null;
  const isStillUsed = isUsed && names.every((name, at) => typed[at] === details[name]);
  if (!isStillUsed && typed.some((text) => text !== '')) return null;
  return (
    <div className={s.lastLead}>
      <div>
        <p>{isStillUsed ? usedWords : 'Broker contact of your last lead'}</p>
        {!isStillUsed && (
          <ul className={s.details}>
            {names
              .filter((name) => details[name] !== '')
              .map((name) => (
                <li key={name}>{`${leadFields[name].label}: ${formatPhone(details[name])}`}</li>
              ))}
          </ul>
        )}
      </div>
      {/* One button, so that it keeps the focus. */}
      <Button
        size="small"
        onClick={() => {
          if (!isStillUsed) announce(usedWords);
          put(isStillUsed ? {} : details, !isStillUsed);
        }}
      >
        {isStillUsed ? 'Undo' : 'Use these details'}
      </Button>
    </div>
  );
}

const usedWords = 'The broker contact of your last lead is used.';

function detailsOf({ fields }: Lead): Details {
  const { callClientOrBroker, callOnBehalfOf } = fields;
  const { brokerContactName, brokerContactEmail, brokerContactNumber } = fields;
  return {
    callClientOrBroker,
    callOnBehalfOf,
    brokerContactName,
    brokerContactEmail,
    brokerContactNumber,
  };
}

function isFilled(details: Details): boolean {
  return names.some((name) => details[name] !== '');
}
