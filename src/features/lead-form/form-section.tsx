import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { useSession } from '#src/api/session.ts';
import { LeadField } from '#src/forms/lead-field.tsx';
import { leadControls, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { FieldGrid, Wide } from '#src/ui/form/form-layout.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { LeadFormSection } from './lead-sections.ts';

import s from './collapsed-section.module.css';

interface FormSectionProps {
  section: LeadFormSection;
  /** Returns what follows a field. */
  children: (name: LeadFieldName) => ReactNode;
}

/** Shows one section of the form with its fields. */
export function FormSection({
  section: { title, names, isCollapsed },
  children,
}: FormSectionProps) {
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
  return isCollapsed ? (
    <CollapsedSection title={title} names={names}>
      {fields}
    </CollapsedSection>
  ) : (
    <Section title={title}>{fields}</Section>
  );
}

function FormField({ name }: { name: LeadFieldName }) {
  if (name === 'brokerRepId') return <ContactChoice />;
  if (name === 'partnerLeadReferenceId') return <ReferenceField />;
  if (name !== 'companyName') return <LeadField name={name} />;
  return (
    <Wide>
      <LeadField name={name} />
    </Wide>
  );
}

function ReferenceField() {
  const isPrefilled = !useSession().capabilities.idempotency;
  const hint =
    'Filled in by the portal so that the lead can be found again. Enter your own if you have one.';
  return <LeadField name="partnerLeadReferenceId" hint={isPrefilled ? hint : undefined} />;
}

/** Selects the lead's contact: the user, or another contact of the partner. */
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

interface CollapsedSectionProps {
  title: string;
  /** The section's fields, to count the filled ones and to open the section if one has an error. */
  names: readonly LeadFieldName[];
  children: ReactNode;
}

/**
 * A section that is closed until opened. It shows how many of its fields are filled, and opens if
 * one of them has an error.
 */
function CollapsedSection({ title, names, children }: CollapsedSectionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { errors } = useFormState<LeadFormValues>();
  const isWrong = leadControls(names).some(({ path }) => get(errors, path) !== undefined);
  // Runs on each render, so that errors reported at a submission open the section. A section that
  // the user closed stays closed until then.
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  });

  return (
    <details ref={details} className={s.collapsed}>
      <summary className={s.summary}>
        <h2>{title}</h2>
        <FilledCount names={names} />
      </summary>
      <div className={s.content}>{children}</div>
    </details>
  );
}

function FilledCount({ names }: { names: readonly LeadFieldName[] }) {
  const values = useWatch<LeadFormValues>();
  const filled = names.filter((name) => isFilled(values[name])).length;
  return <span className={s.note}>{filled > 0 ? `${filled} filled in` : 'optional'}</span>;
}

function isFilled(value: string | Partial<Record<string, string>> | undefined): boolean {
  if (typeof value === 'object') return Object.values(value).some(isFilled);
  return value !== undefined && value.trim() !== '';
}
