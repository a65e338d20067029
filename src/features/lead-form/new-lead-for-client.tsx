import { useNavigate } from 'react-router';

import { brokerDetailNames } from '#contract/portal/new-lead/new-lead.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { type LeadFieldName, leadFieldNames } from '#contract/v1/leads.ts';
import { useChange } from '#src/api/endpoint-query.ts';
import { createDraft, draftsQuery } from '#src/api/new-lead/drafts.ts';
import { whyRejected } from '#src/api/service-error.ts';
import { leadControls, toFormValues } from '#src/forms/lead-values.ts';
import { paths } from '#src/lib/paths.ts';
import { randomKey } from '#src/lib/random.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';

/** The fields that say what is wanted now, by whom, and what was noted about it. */
const perLeadFields: ReadonlySet<LeadFieldName> = new Set([
  'amountRequested',
  'loanPurpose',
  'suitableProducts',
  'averageMonthlyTurnover',
  'partnerLeadReferenceId',
  'documentId',
  'notes',
  'partnerNotes',
  'brokerId',
  'brokerRepId',
  ...brokerDetailNames,
]);
const clientControls = leadControls(leadFieldNames.filter((name) => !perLeadFields.has(name)));

/**
 * Starts a draft with what a lead says about its client and their business, and opens it. Amount,
 * purpose, turnover and notes are empty: they are of each lead.
 */
export function NewLeadForClient({ fields }: Pick<Lead, 'fields'>) {
  const navigate = useNavigate();
  const start = useChange(draftsQuery, async () => {
    const values = toFormValues(fields);
    const texts = clientControls
      .map(({ path, textIn }) => [path, textIn(values)] as const)
      .filter(([, text]) => text !== '');
    const id = randomKey();
    const content = { businessCountry: null, sent: null, rejections: 0 };
    await createDraft(id, { texts: Object.fromEntries(texts), ...content });
    return id;
  });
  const handleClick = async () => {
    const draft = await start.mutateAsync(undefined);
    await navigate(paths.newLead(new URLSearchParams({ draft })));
  };
  return (
    <>
      <TextButton pending={start.isPending} onClick={() => void handleClick().catch(() => {})}>
        New lead for client
      </TextButton>
      {start.isError && <span role="alert">{whyRejected(start.error)}</span>}
    </>
  );
}
