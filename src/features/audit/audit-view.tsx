import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';

import { auditFilter, type AuditFilter, auditActs } from '#contract/portal/audit/audit.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { auditFilePath, auditedPeopleQuery } from '#src/api/account/audit.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { AuditEntries } from './audit-entries.tsx';

import s from './audit.module.css';

/** Shows the audit trail, by the filters in the address, and exports what they find. */
export function AuditView({ hasPartners }: { hasPartners: boolean }) {
  const [params, setParams] = useSearchParams();
  const filter = parseQuery(auditFilter, params);
  function handleFilter(changes: Partial<AuditFilter>): void {
    setParams(toSearchParams(auditFilter, { ...filter, ...changes }), { replace: true });
  }

  return (
    <>
      <PageHeader
        title="Audit trail"
        actions={
          <LinkButton to={auditFilePath(filter)} download>
            <Download aria-hidden />
            Export
          </LinkButton>
        }
      />
      <AuditFilters filter={filter} onFilter={handleFilter} />
      <AuditEntries filter={filter} hasPartners={hasPartners} />
    </>
  );
}

interface AuditFiltersProps {
  filter: AuditFilter;
  onFilter: (changes: Partial<AuditFilter>) => void;
}

const acts = listKeys(auditActs).map((act) => ({ value: act, label: auditActs[act] }));

/** The filters of the audit trail: a person, what was done, and between which days. */
function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { data: people = [] } = useQuery(auditedPeopleQuery);
  const { person, act, since, until } = filter;
  const isReversed = since !== '' && until !== '' && since >= until;
  return (
    <div className={s.filters}>
      <Select
        label="Person"
        empty="Everybody"
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={person}
        onChange={({ target }) => onFilter({ person: target.value })}
      />
      <Select
        label="What"
        empty="Everything"
        options={acts}
        value={act[0] ?? ''}
        onChange={({ target }) =>
          onFilter({ act: listKeys(auditActs).filter((one) => one === target.value) })
        }
      />
      <TextInput
        type="date"
        label="From"
        value={toDay(since, 0)}
        onChange={({ target }) => onFilter({ since: toStart(target.value, 0) })}
      />
      <TextInput
        type="date"
        label="To"
        error={isReversed ? 'The last day is before the first day.' : undefined}
        value={toDay(until, -1)}
        onChange={({ target }) => onFilter({ until: toStart(target.value, 1) })}
      />
    </div>
  );
}

/** Returns the moment at which a day, or one some days later, begins in the user’s time zone. */
function toStart(day: string, later: number): string {
  if (day === '') return '';
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

/** Returns the day of a moment in the user’s time zone, or one some days later, as YYYY-MM-DD. */
function toDay(moment: string, later: number): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  at.setDate(at.getDate() + later);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
