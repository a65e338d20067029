import { useQuery } from '@tanstack/react-query';

import { partnersQuery } from '#src/api/contacts.ts';
import { Select } from '#src/ui/form/select.tsx';

import s from './accounts.module.css';

interface PartnerChoiceProps {
  partnerId: string;
  onChoose: (partnerId: string) => void;
}

/** Chooses the partner whose people are shown, as support. */
export function PartnerChoice({ partnerId, onChoose }: PartnerChoiceProps) {
  const { data: partners = [] } = useQuery(partnersQuery);
  return (
    <div className={s.partner}>
      <Select
        label="Partner"
        name="partner"
        empty="Support staff"
        options={partners.map(({ id, name }) => ({ value: id, label: name }))}
        value={partnerId}
        onChange={(event) => onChoose(event.target.value)}
      />
    </div>
  );
}
