import { useQuery } from '@tanstack/react-query';

import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import { useSession } from '#src/api/session.ts';
import { Select } from '#src/ui/form/select.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './bulk-uploads.module.css';

interface ContactSectionProps {
  /** null: the user who submits. */
  value: string | null;
  onChange: (contactId: string) => void;
}

/** Returns the name of a contact, null: of the user; undefined while it is not known. */
export function useContactName(contactId: string | null): string | undefined {
  const { contact, capabilities } = useSession();
  const { data } = useQuery({ ...contactsQuery, enabled: capabilities.contacts });
  const found = data?.find(({ id }) => id === (contactId ?? contact?.id));
  return found && `${found.firstName} ${found.lastName}`;
}

/** Selects the contact for rows that name none. */
export function ContactSection({ value, onChange }: ContactSectionProps) {
  const own = useSession().contact?.id ?? '';
  const { data = [], error } = useQuery(contactsQuery);
  const options = contactOptions(data).map(({ value: id, label }) => ({
    value: id,
    label: id === own ? `${label} (you)` : label,
  }));
  return (
    <Section title="Contact">
      <div className={s.choice}>
        <Select
          label="Assign rows without a contact to"
          hint={error && `Couldn’t load contacts. ${error.message}`}
          options={options}
          value={value ?? own}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Section>
  );
}
