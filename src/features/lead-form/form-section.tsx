import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { useSession } from '#src/api/session.ts';
import { LeadField } from '#src/forms/lead-field.tsx';
import { FieldGrid, Wide } from '#src/ui/form/form-layout.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { CollapsedSection } from './collapsed-section.tsx';
import type { LeadFormSection } from './lead-sections.ts';

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
  const isFilled = !useSession().capabilities.idempotency;
  const hint =
    'Filled in by the portal so that the lead can be found again. Enter your own if you have one.';
  return <LeadField name="partnerLeadReferenceId" hint={isFilled ? hint : undefined} />;
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
