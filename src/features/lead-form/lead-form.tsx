import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { useSession } from '#src/api/session.ts';
import { likelyCountry } from '#src/forms/countries.ts';
import { FormShell } from '#src/forms/form-shell.tsx';
import { LeadField } from '#src/forms/lead-field.tsx';
import { leadControls } from '#src/forms/lead-paths.ts';
import { useLeadForm, type LeadForm } from '#src/forms/use-lead-form.ts';
import { Button } from '#src/ui/button.tsx';
import { FieldGrid, Wide } from '#src/ui/form-layout.tsx';
import { Section } from '#src/ui/section.tsx';
import { Select } from '#src/ui/select.tsx';

import { businessCountries, chosenCountry, namedCountry } from './business-country.ts';
import { FoldedSection } from './folded-section.tsx';
import type { SubmittedLead } from './late-changes.tsx';
import { leadSections, type BusinessCountry, type LeadFormSection } from './lead-sections.ts';
import { stillTrying, useLeadSubmission, type SubmissionState } from './use-lead-submission.ts';

import s from './lead-form.module.css';

/** The new lead form: every creation field in sections. Submits one lead, whatever happens to the connection, and tells of it. */
export function NewLeadForm({ onSubmitted }: { onSubmitted: (lead: SubmittedLead) => void }) {
  const canChooseContact = useSession().account.role === 'partner-admin';
  const names = leadSections('other', canChooseContact).flatMap((section) => section.names);
  const form = useLeadForm(names);
  const { country, chooseCountry } = useBusinessCountry(form);
  const sections = leadSections(country, canChooseContact);
  const { state, submit, stop } = useLeadSubmission((lead) =>
    onSubmitted({ ...lead, typed: form.getValues() }),
  );

  return (
    <div className={s.form}>
      <FormShell
        form={form}
        label="New lead"
        controls={leadControls(sections.flatMap((section) => section.names))}
        submitLabel={state === 'unknown' ? 'Try again' : 'Submit lead'}
        pendingText="Submitting the lead"
        loss={losses[state]}
        onSubmit={submit}
        note={state === 'retrying' && stillTrying}
        actions={state === 'retrying' && <Button onClick={stop}>Stop</Button>}
      >
        {sections.map((section) => (
          <FormSection key={section.title} section={section}>
            {(name) =>
              name === 'tradingName' && <CountryChoice country={country} onChoose={chooseCountry} />
            }
          </FormSection>
        ))}
      </FormShell>
    </div>
  );
}

/** What would be lost by leaving, in each state. */
const losses: Record<SubmissionState, string> = {
  idle: 'What you typed is not submitted yet.',
  retrying: 'Your lead is being submitted, and the service has not answered yet.',
  unknown:
    'We do not know yet whether your lead was submitted. Stay and press Try again to find out.',
};

/** Where the business is: chosen, else as its address says, else the reader's own country. It is not sent. */
function useBusinessCountry({ control }: LeadForm) {
  const [chosen, chooseCountry] = useState<BusinessCountry>();
  const written = useWatch({ control, name: 'businessAddress.country' });
  const country = chosen ?? namedCountry(written) ?? likelyCountry(navigator.language);
  return { country, chooseCountry };
}

interface CountryChoiceProps {
  country: BusinessCountry;
  onChoose: (country: BusinessCountry) => void;
}

function CountryChoice({ country, onChoose }: CountryChoiceProps) {
  return (
    <Select
      id="business-country"
      label="Where is the business?"
      hint="Decides which business numbers are asked for here"
      options={businessCountries}
      value={country}
      onChange={(event) => onChoose(chosenCountry(event.target.value))}
    />
  );
}

interface FormSectionProps {
  section: LeadFormSection;
  /** What else stands after a field. */
  children: (name: LeadFieldName) => ReactNode;
}

function FormSection({ section: { title, names, isFolded }, children }: FormSectionProps) {
  const fields = (
    <FieldGrid>
      {names.map((name) => (
        <Fragment key={name}>
          <FormField name={name} />
          {children(name)}
        </Fragment>
      ))}
    </FieldGrid>
  );
  return isFolded ? (
    <FoldedSection title={title} names={names}>
      {fields}
    </FoldedSection>
  ) : (
    <Section title={title}>{fields}</Section>
  );
}

function FormField({ name }: { name: LeadFieldName }) {
  if (name === 'brokerRepId') return <ContactChoice />;
  if (name !== 'companyName') return <LeadField name={name} />;
  return (
    <Wide>
      <LeadField name={name} />
    </Wide>
  );
}

/** Whose lead it will be: the person's own, or another contact's of the partner. */
function ContactChoice() {
  const { contact: me } = useSession();
  const { data: contacts = [] } = useQuery(contactsQuery);
  const others = contacts.filter((contact) => contact.id !== me?.id);
  const options = others.map(({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }));
  return (
    <LeadField
      name="brokerRepId"
      label="Contact"
      options={[{ value: '', label: 'Me' }, ...options]}
    />
  );
}
