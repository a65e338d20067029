import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { get, useFormState, useWatch, useFormContext } from 'react-hook-form';

import { type BrokerDetails, brokerDetailNames } from '#contract/portal/new-lead/new-lead.ts';
import { type LeadFieldName, leadFields } from '#contract/v1/leads.ts';
import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import { brokerDetailsQuery } from '#src/api/new-lead/drafts.ts';
import { useSession } from '#src/api/session.ts';
import { ContactField } from '#src/forms/contact-field.tsx';
import { LeadField } from '#src/forms/lead-field.tsx';
import { leadControls, type LeadFormValues } from '#src/forms/lead-values.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { FieldGrid } from '#src/ui/form/field-grid.tsx';
import { FullWidth } from '#src/ui/form/full-width.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { LeadFormSection } from './lead-sections.ts';

import s from './lead-form.module.css';

/** Shows one section of the form with its fields. `children` returns what follows a field. */
export function FormSection({
  section: { title, names, isCollapsed },
  children,
}: {
  section: LeadFormSection;
  children: (name: LeadFieldName) => ReactNode;
}) {
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
    <FullWidth>
      <LeadField name={name} />
    </FullWidth>
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
  const others = contactOptions(contacts).filter(({ value }) => value !== me?.id);
  return <ContactField options={[{ value: '', label: 'Me' }, ...others]} />;
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
  return <span className="soft small">{filled > 0 ? `${filled} filled in` : 'optional'}</span>;
}

function isFilled(value: string | Partial<Record<string, string>> | undefined): boolean {
  if (typeof value === 'object') return Object.values(value).some(isFilled);
  return value !== undefined && value.trim() !== '';
}

/**
 * Proposes the broker details of the user's last lead (who to call, and on whose behalf). They are
 * shown first; one click uses them, another undoes that. They never replace typed text.
 */
export function LastLeadDetails() {
  const { data: details = {} } = useQuery(brokerDetailsQuery);
  const { control, setValue } = useFormContext<LeadFormValues>();
  const typed = useWatch({ control, name: brokerDetailNames });
  const [used, setUsed] = useState<BrokerDetails>();
  const put = (values: BrokerDetails | undefined) => {
    for (const name of brokerDetailNames)
      setValue(name, values?.[name] ?? '', { shouldDirty: true, shouldValidate: true });
    setUsed(values);
  };

  const shown = brokerDetailNames.filter((name) => details[name] !== undefined);
  const isStillUsed =
    used && brokerDetailNames.every((name, at) => typed[at] === (used[name] ?? ''));
  if (!isStillUsed && (shown.length === 0 || typed.some((text) => text !== ''))) return null;
  return (
    <div className={`${s.lastLead} cluster`}>
      <div>
        <p>{isStillUsed ? usedText : 'Broker details of your last lead'}</p>
        {!isStillUsed && (
          <ul className="soft wrap-anywhere">
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
          if (!isStillUsed) announce(usedText);
          put(isStillUsed ? undefined : details);
        }}
      >
        {isStillUsed ? 'Undo' : 'Use these details'}
      </Button>
    </div>
  );
}

const usedText = 'The broker details of your last lead are used.';
