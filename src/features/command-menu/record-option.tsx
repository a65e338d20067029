import Briefcase from 'lucide-react/icons/briefcase';
import UsersRound from 'lucide-react/icons/users-round';

import { labelsFor } from '#contract/field-labels.ts';
import type { FoundRecord, SearchedField } from '#contract/portal/search.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { useIsSupport } from '#src/api/session.ts';
import { formatBusinessNumber } from '#src/lib/values/business-numbers.ts';
import { formatPhone } from '#src/lib/values/phone-format.ts';

import s from './command-menu.module.css';

const factLabels: Readonly<Record<SearchedField, string>> = {
  ...leadLabels,
  name: 'Client',
  dealName: 'Deal',
  customer: dealLabels.customer,
  sfid: dealLabels.sfid,
  id: 'ID',
  contact: 'Contact',
  partner: 'Partner',
};

/** A found lead or deal: what it is, whose, where it stands, and the fact that matched. */
export function RecordOption({ record }: { record: FoundRecord }) {
  const { type, name, company, status, subStatus, contact, partner, match } = record;
  const isLead = type === 'lead';
  const labels = labelsFor(factLabels, useIsSupport());
  const noun = isLead ? 'Lead' : 'Deal';
  return (
    <>
      {isLead ? <UsersRound aria-hidden /> : <Briefcase aria-hidden />}
      <span className={s.record}>
        <span className={s.line}>
          <span className={s.name}>{name || `${noun} without a name`}</span>
          {company !== '' && <span className={s.company}>{company}</span>}
        </span>
        <span className={s.note}>
          {[noun, status, subStatus === status ? '' : subStatus, partner ?? contact]
            .filter((fact) => fact !== '')
            .join(' · ')}
        </span>
        {match && (
          <span className={s.match}>
            {labels[match.fact]}: {formatBusinessNumber(match.fact, formatPhone(match.value))}
          </span>
        )}
      </span>
    </>
  );
}
