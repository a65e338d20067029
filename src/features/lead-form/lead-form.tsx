import { Fragment, type ReactNode, useEffect } from 'react';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { useSession } from '#src/api/session.ts';
import { FormShell, type SummaryError } from '#src/forms/form-shell.tsx';
import { toFormValues, leadControls } from '#src/forms/lead-values.ts';
import { PhoneCountryChosen } from '#src/forms/phone-field.tsx';
import { useLeadForm } from '#src/forms/use-lead-form.ts';
import { clockTime } from '#src/lib/dates.ts';
import { firstLeadFieldId } from '#src/lib/page-elements.ts';
import { focusPageField } from '#src/lib/type-for-page.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Select } from '#src/ui/form/select.tsx';

import { toValues } from './drafts/draft-content.ts';
import { DiscardDraft, DraftNote, DraftNotice, SentBefore } from './drafts/draft-notices.tsx';
import { getContent, type OpenedDraft, useDraft } from './drafts/use-draft.ts';
import { ClientLeadNotices, useClientLeads } from './duplicates/client-lead-notices.tsx';
import { FormSection, LastLeadDetails } from './form-section.tsx';
import {
  leadSections,
  useAddressCountries,
  businessCountries,
  chosenCountry,
  useBusinessCountry,
} from './lead-sections.ts';
import { isOutcomeOpen, type SubmissionState } from './lead-submission.ts';
import { type SubmittedLead, SubmitAsNew } from './lead-submitted.tsx';
import { useFilledReference } from './use-filled-reference.ts';
import { stillTrying, useLeadSubmission } from './use-lead-submission.ts';

import s from './lead-form.module.css';

/** The files to attach, which are sent after the lead. */
export interface FormFiles {
  /** The last section of the form. */
  readonly section: ReactNode;
  readonly hasAny: boolean;
  /** The errors to correct before the lead is submitted. */
  readonly errors: readonly SummaryError[];
}

interface NewLeadFormProps {
  draft: OpenedDraft;
  files: FormFiles;
  onSubmitted: (lead: SubmittedLead) => void;
  onDiscarded: () => void;
}

/**
 * The form for a new lead, with every field for creation. Submits one lead despite connection
 * errors, and reports the created lead. Typed values are saved as a draft.
 */
export function NewLeadForm({ draft: opened, files, onSubmitted, onDiscarded }: NewLeadFormProps) {
  const newLead = useNewLead(opened, onSubmitted);
  const { form, sections, business, draft, submission, clientLeads } = newLead;
  const { state } = submission;
  const isOpen = isOutcomeOpen(state);
  const isFresh = getContent(opened) === undefined;
  // After the heading took the focus, so that the user can type at once, without a Tab.
  useEffect(() => {
    focusPageField(
      isFresh ? document.getElementById(firstLeadFieldId satisfies LeadFieldName) : null,
    );
  }, [isFresh]);

  return (
    <>
      <DraftNotice autosave={draft.autosave} />
      {draft.submission.sent && state.stage === 'unknown' && <SentBefore />}
      <FormShell
        form={form}
        label="New lead"
        controls={leadControls(sections.flatMap((section) => section.names))}
        submitLabel={submitLabels[state.stage]}
        pendingText={state.stage === 'looking' ? 'Checking for the lead' : 'Submitting the lead'}
        isAtRisk={draft.isAtRisk || isOpen}
        loss={losses[state.stage]}
        // The outcome of an earlier submission comes first.
        otherErrors={isOpen ? [] : files.errors}
        onSubmit={submission.submit}
        failureDetails={state.stage === 'undecided' ? <p>{state.reported}</p> : undefined}
        note={describeSending(state) ?? <DraftNote autosave={draft.autosave} />}
        actions={
          isOpen ? (
            submissionActions(submission)
          ) : (
            <DiscardDraft
              autosave={draft.autosave}
              hasFiles={files.hasAny}
              onDiscarded={onDiscarded}
            />
          )
        }
      >
        <PhoneCountryChosen value={clientLeads.onPhoneCountry}>
          {sections.map((section) => (
            <Fragment key={section.title}>
              {section.names.includes('brokerContactName') && <LastLeadDetails />}
              <FormSection section={section}>
                {(name) => (
                  <>
                    {name === 'tradingName' && <CountryChoice business={business} />}
                    <ClientLeadNotices leads={clientLeads.leads} name={name} />
                  </>
                )}
              </FormSection>
            </Fragment>
          ))}
        </PhoneCountryChosen>
        <div className={s.files}>{files.section}</div>
      </FormShell>
    </>
  );
}

function submissionActions({ state, stop, startAnew }: ReturnType<typeof useLeadSubmission>) {
  if (state.stage === 'retrying') return <Button onClick={stop}>Stop</Button>;
  if (state.stage !== 'undecided') return null;
  return <SubmitAsNew reference={state.lead.reference} onConfirm={startAnew} />;
}

/**
 * The form of a draft: its fields, the country of the business, its saved state, its one
 * submission, and the leads that the client already has.
 */
function useNewLead(opened: OpenedDraft, onSubmitted: (lead: SubmittedLead) => void) {
  const { account, capabilities } = useSession();
  const canChooseContact = account.role === 'partner-admin' && capabilities.contacts;
  const content = getContent(opened);
  const filled = useFilledReference(
    !capabilities.idempotency,
    content?.texts['partnerLeadReferenceId'],
  );
  const form = useLeadForm(
    leadSections('other', canChooseContact).flatMap(({ names }) => names),
    undefined,
    content
      ? toValues(content.texts)
      : { ...toFormValues(), partnerLeadReferenceId: filled.reference },
  );
  const business = useBusinessCountry(form, content?.businessCountry);
  useAddressCountries(form, business.country);
  const draft = useDraft({ form, draft: opened, businessCountry: business.chosen });
  const submission = useLeadSubmission({
    draft: draft.submission,
    onCreated: (lead) => onSubmitted({ ...lead, typed: form.getValues() }),
  });
  const startAnew = () => {
    submission.startAnew();
    // Two leads with the same reference would be indistinguishable. A reference that the user
    // entered is not replaced.
    if (form.getValues('partnerLeadReferenceId') === filled.reference)
      form.setValue('partnerLeadReferenceId', filled.renew());
  };
  return {
    form,
    business,
    sections: leadSections(business.country, canChooseContact),
    draft,
    submission: { ...submission, startAnew },
    clientLeads: useClientLeads(form, capabilities.duplicateLeads),
  };
}

/**
 * Returns the note beside the button: the retry status, or when the lead was sent, in local time.
 */
function describeSending(state: SubmissionState): string | undefined {
  if (state.stage === 'retrying') return stillTrying;
  if (!('lead' in state) || state.lead.sentAt === '') return undefined;
  return `Sent at ${clockTime(Date.parse(state.lead.sentAt), Date.now())}`;
}

const submitLabels: Record<SubmissionState['stage'], string> = {
  idle: 'Submit lead',
  sending: 'Submit lead',
  retrying: 'Submit lead',
  unknown: 'Try again',
  undecided: 'Check again',
  looking: 'Check again',
};

/** What leaving the page would lose in each state, as a sentence. */
const losses: Record<SubmissionState['stage'], string> = {
  idle: 'Your latest changes are not saved yet.',
  sending: 'Your latest changes are not saved yet.',
  retrying: 'Your lead is being submitted, and the service hasn’t responded yet.',
  unknown:
    'We don’t know yet whether your lead was submitted. Stay and press Try again to find out.',
  undecided:
    'We don’t know yet whether your lead was submitted. Stay and press Check again to find out.',
  looking: 'We’re checking whether your lead was submitted.',
};

function CountryChoice({
  business: { country, isOfPhone, chooseCountry },
}: {
  business: ReturnType<typeof useBusinessCountry>;
}) {
  return (
    <Select
      label="Where is the business?"
      hint={`${isOfPhone ? 'As the client’s phone. ' : ''}Sets which business numbers we ask for`}
      options={businessCountries}
      value={country}
      onChange={(event) => chooseCountry(chosenCountry(event.target.value))}
    />
  );
}
