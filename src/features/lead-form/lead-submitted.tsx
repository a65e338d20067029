import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import { validateText } from '#contract/v1/fields.ts';
import { leadFieldNames, leadFields, type LeadFieldName } from '#contract/v1/leads.ts';
import { useUpdateLead } from '#src/api/records/lead-changes.ts';
import { stageTimeQuery } from '#src/api/records/stage-times.ts';
import { useSession } from '#src/api/session.ts';
import { isChanged, toChanges, leadControls, type LeadFormValues } from '#src/forms/lead-values.ts';
import { type ClientLinkField, clientLinkLabel, isClientLink } from '#src/lib/client-links.ts';
import { duration } from '#src/lib/dates.ts';
import { attachmentsSection } from '#src/lib/page-elements.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { WebAddress } from '#src/ui/elements/web-address.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import type { CreatedLead } from './use-lead-submission.ts';

import s from './lead-form.module.css';

interface LeadSubmittedProps {
  lead: SubmittedLead;
  /** The files that were added before the lead was submitted; absent if there were none. */
  files?: ReactNode;
  onAnother: () => void;
}

/**
 * The page of the submitted lead: its reference, the next step and its time, its links to share,
 * and its files, or adding files as the next step. Its heading takes the focus.
 */
export function LeadSubmitted({ lead, files, onAnother }: LeadSubmittedProps) {
  const { response, sent } = lead;
  const { partnerLeadReferenceId } = response.fields;
  const { capabilities } = useSession();
  const { data: stageTime } = useQuery({
    ...stageTimeQuery('lead', response.id),
    enabled: capabilities.home,
  });
  // In newer browsers `scrollTo` returns a promise, which is no clean-up of an effect.
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);

  return (
    <div className="measure">
      <PageHeader title="Lead submitted" takesFocus />
      <p
        className={`${s.who} soft`}
        translate="no"
      >{`${sent.firstName} ${sent.lastName}, ${sent.companyName}`}</p>
      <LateChanges lead={lead} />
      <DetailList>
        <Detail label={partnerLeadReferenceId === '' ? 'Lead ID' : 'Your reference'}>
          <span translate="no">{partnerLeadReferenceId || response.id}</span>
        </Detail>
        <Detail label="What happens next">
          <p className={s.whatNext}>
            {`The lender looks at it${stageTime ? `, usually within ${duration(stageTime.median)}` : ''}. Home says when it waits on you.`}
          </p>
        </Detail>
        {(['bankStatementsUpdateLink', 'applicationLink'] as const).map((field) => (
          <LinkDetail key={field} field={field} address={response.fields[field]} />
        ))}
      </DetailList>
      {files !== undefined && <div className={s.files}>{files}</div>}
      <div className={s.next}>
        <Button variant="main" onClick={onAnother}>
          Submit another lead
        </Button>
        {files === undefined && (
          <LinkButton to={`${paths.lead(response.id)}#${attachmentsSection}`}>Add files</LinkButton>
        )}
        <LinkButton to={paths.lead(response.id)}>Open the lead</LinkButton>
      </div>
    </div>
  );
}

/** Shows a link to send to the client; nothing if there is none. */
function LinkDetail({ field, address }: { field: ClientLinkField; address: string }) {
  if (!isClientLink(address)) return null;
  return (
    <Detail label={clientLinkLabel(field)}>
      <WebAddress label={clientLinkLabel(field)} text={address}>
        {address}
      </WebAddress>
    </Detail>
  );
}

/**
 * A created lead, and the form's values when the response arrived. The user may have typed more
 * since sending.
 */
export interface SubmittedLead extends CreatedLead {
  readonly typed: LeadFormValues;
}

/**
 * Lists fields that changed after the lead was sent and are not in the lead, and saves the changes
 * on request.
 */
function LateChanges({ lead: { response, sent, typed } }: { lead: SubmittedLead }) {
  const update = useUpdateLead();
  const changed = leadFieldNames.filter((name) =>
    leadControls([name]).some((control) => isChanged(control, sent, typed)),
  );
  if (changed.length === 0) return null;
  if (update.isSuccess) return <Notice tone="success" title="Your changes are saved too." />;

  // A text that was still being typed may be invalid.
  const accepted = changed.filter((name) => isAccepted(name, typed));
  const rejected = changed.filter((name) => !accepted.includes(name));
  const handleSave = () =>
    update.mutate({ id: response.id, fields: toChanges(sent, typed, accepted) });
  return (
    <Notice
      tone="warning"
      title="Your lead was submitted as first entered."
      actions={
        accepted.length > 0 && (
          <Button pending={update.isPending} pendingText="Saving your changes" onClick={handleSave}>
            Save changes
          </Button>
        )
      }
    >
      {accepted.length > 0 && <p>{`Not saved yet: ${labels(accepted)}.`}</p>}
      {rejected.length > 0 && <p>{`Re-enter on the lead: ${labels(rejected)}.`}</p>}
      {update.error && <p role="alert">{update.error.message}</p>}
    </Notice>
  );
}

function isAccepted(name: LeadFieldName, values: LeadFormValues): boolean {
  return leadControls([name]).every(
    ({ field, textIn }) => validateText(field, textIn(values)).error === undefined,
  );
}

function labels(names: readonly LeadFieldName[]): string {
  return names.map((name) => leadFields[name].label).join(', ');
}

interface SubmitAsNewProps {
  /** The reference of the lead whose outcome is unknown. */
  reference: string;
  /** Called before the form is submitted. */
  onConfirm: () => void;
}

/**
 * Submits the form as a new lead, after a warning, if it is unknown whether the first lead was
 * created.
 */
export function SubmitAsNew({ reference, onConfirm }: SubmitAsNewProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Submit as a new lead</Button>
      {isConfirming && (
        <ConfirmDialog
          title="Submit it as a new lead?"
          confirm="Submit anyway"
          onConfirm={({ currentTarget: { form } }) => {
            onConfirm();
            setIsConfirming(false);
            form?.requestSubmit();
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            {`If the first one did arrive, the lender will have this lead twice. First look there for the reference ${reference}.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
