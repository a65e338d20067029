import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import {
  type BrokerDetails,
  brokerDetailNames as names,
} from '#contract/portal/new-lead/broker-details.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { brokerDetailsQuery } from '#src/api/new-lead/drafts.ts';
import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { formatPhone } from '#src/lib/values/phone-format.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';

import s from './lead-form.module.css';

/**
 * Proposes the broker details of the user's last lead, whom to call and about whom: shown first,
 * used with one click, and taken back with another. Nothing is proposed over what is typed.
 */
export function LastLeadDetails() {
  const { data: details = {} } = useQuery(brokerDetailsQuery);
  const { control, setValue } = useFormContext<LeadFormValues>();
  const typed = useWatch({ control, name: names });
  const [used, setUsed] = useState<BrokerDetails>();
  const put = (values: BrokerDetails | undefined) => {
    for (const name of names)
      setValue(name, values?.[name] ?? '', { shouldDirty: true, shouldValidate: true });
    setUsed(values);
  };

  const shown = names.filter((name) => details[name] !== undefined);
  const isStillUsed = used && names.every((name, at) => typed[at] === (used[name] ?? ''));
  if (!isStillUsed && (shown.length === 0 || typed.some((text) => text !== ''))) return null;
  return (
    <div className={s.lastLead}>
      <div>
        <p>{isStillUsed ? usedWords : 'Broker details of your last lead'}</p>
        {!isStillUsed && (
          <ul className={s.details}>
            {shown.map((name) => (
              <li key={name}>{`${leadFields[name].label}: ${formatPhone(details[name] ?? '')}`}</li>
            ))}
          </ul>
        )}
      </div>
      {/* One button, so that it keeps the focus. */}
      <Button
        size="small"
        onClick={() => {
          if (!isStillUsed) announce(usedWords);
          put(isStillUsed ? undefined : details);
        }}
      >
        {isStillUsed ? 'Undo' : 'Use these details'}
      </Button>
    </div>
  );
}

const usedWords = 'The broker details of your last lead are used.';
