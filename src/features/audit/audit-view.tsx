import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import {
  auditActions,
  auditFilter,
  type AuditEntry,
  type AuditFilter,
} from '#contract/portal/audit/audit.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { findRecordType, typeLabels } from '#contract/v1/record-types.ts';
import { auditFilePath, auditQuery, auditedPeopleQuery } from '#src/api/account/audit.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { momentText, localDay, startDay } from '#src/lib/days.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { EmptyState, LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Table, type Column } from '#src/ui/table/table.tsx';

import { describeDetail, nameAction, nameActor } from './audit-texts.ts';

import s from './audit.module.css';

interface AuditViewProps {
  /** Whether entries are of the reader alone, of a partner, or of all partners. */
  of: 'reader' | 'partner' | 'all';
  /** Shows what undoes a bulk change, with this id, as long as the reader may. */
  renderUndo: (id: string) => ReactNode;
}

/** Shows the audit trail, by the filters in the address, and exports what they find. */
export function AuditView({ of, renderUndo }: AuditViewProps) {
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
      <AuditFilters filter={filter} hasPeople={of !== 'reader'} onFilter={handleFilter} />
      <AuditEntries filter={filter} hasPartners={of === 'all'} renderUndo={renderUndo} />
    </>
  );
}

interface AuditFiltersProps {
  filter: AuditFilter;
  hasPeople: boolean;
  onFilter: (changes: Partial<AuditFilter>) => void;
}

const actions = listKeys(auditActions).map((action) => ({
  value: action,
  label: auditActions[action],
}));

/** The filters of the audit trail: a person, an action, and a period. */
function AuditFilters({ filter, hasPeople, onFilter }: AuditFiltersProps) {
  const { data: people = [] } = useQuery({ ...auditedPeopleQuery, enabled: hasPeople });
  const { person, act, since, until } = filter;
  const isReversed = since !== '' && until !== '' && since >= until;
  return (
    <div className={s.filters}>
      {hasPeople && (
        <Select
          label="Person"
          empty="Everybody"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={person}
          onChange={({ target }) => onFilter({ person: target.value })}
        />
      )}
      <Select
        label="What"
        empty="Everything"
        options={actions}
        value={act[0] ?? ''}
        onChange={({ target }) =>
          onFilter({ act: listKeys(auditActions).filter((one) => one === target.value) })
        }
      />
      <TextInput
        type="date"
        label="From"
        value={localDay(since, 0)}
        onChange={({ target }) => onFilter({ since: startDay(target.value, 0) })}
      />
      <TextInput
        type="date"
        label="To"
        error={isReversed ? 'The last day is before the first day.' : undefined}
        value={localDay(until, -1)}
        onChange={({ target }) => onFilter({ until: startDay(target.value, 1) })}
      />
    </div>
  );
}

interface AuditEntriesProps extends Pick<AuditViewProps, 'renderUndo'> {
  filter: AuditFilter;
  /** Whether they are of several partners. */
  hasPartners: boolean;
}

/** Lists the entries of the audit trail that a filter finds, newest first. */
function AuditEntries({ filter, hasPartners, renderUndo }: AuditEntriesProps) {
  const query = useInfiniteQuery(auditQuery(filter));
  const loadError = useLoadError(query);
  const rows = query.data?.pages.flatMap(({ entries }) => entries);
  if (!rows && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load the audit trail" loadError={loadError} />;
  if (rows?.length === 0)
    return <EmptyState title="No entries">Nothing that was done matches these filters.</EmptyState>;
  return (
    <>
      <Table
        label="Audit trail"
        columns={listColumns(renderUndo).filter(
          ({ header }) => hasPartners || header !== 'Partner',
        )}
        rows={rows}
        loadingRows={10}
      />
      {query.hasNextPage && (
        <Button
          pending={query.isFetchingNextPage}
          pendingText="Loading earlier entries"
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {rows && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

const listColumns = (renderUndo: AuditViewProps['renderUndo']): readonly Column<AuditEntry>[] => [
  {
    header: 'What',
    card: 'title',
    wraps: true,
    cell: (entry) => <ActionCell {...entry} renderUndo={renderUndo} />,
    below: ({ details }) => Object.entries(details).flatMap(describeDetail).join(', ') || null,
  },
  { header: 'Who', card: 'text', width: '16%', wraps: true, cell: ({ actor }) => nameActor(actor) },
  {
    header: 'About',
    card: 'line',
    width: '20%',
    cell: (entry) => <Subject {...entry} />,
  },
  {
    header: 'Partner',
    card: 'line',
    width: '16%',
    minTableWidth: 860,
    cell: ({ partnerName }) => partnerName ?? noValue,
  },
  {
    header: 'Address',
    card: 'line',
    soft: true,
    width: '130px',
    minTableWidth: 740,
    cell: ({ address }) => address ?? noValue,
  },
  {
    header: 'When',
    card: 'mark',
    soft: true,
    width: '190px',
    cell: ({ at }) => <Moment at={at} />,
  },
];

/** The action of an entry, with its undo. */
function ActionCell({ act, subject, renderUndo }: AuditEntry & Pick<AuditViewProps, 'renderUndo'>) {
  return (
    <div className="cluster">
      {nameAction(act)}
      {act === 'bulk-change' && subject !== null && renderUndo(subject.id)}
    </div>
  );
}

function Subject({ subject }: AuditEntry) {
  if (subject === null) return noValue;
  const type = findRecordType(subject.type);
  if (type) return <Link to={paths[type](subject.id)}>{typeLabels[type]}</Link>;
  return subject.name ?? subjectNames[subject.type] ?? subject.type;
}

const subjectNames: Readonly<Record<string, string>> = {
  attachment: 'File',
  record: 'Record',
  export: 'Export',
  'bulk-change': 'Leads',
  'bulk-upload': 'Bulk upload',
  'api-key': 'API key',
};

/** The exact moment: in an audit, order and time of day matter. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at, useNow())}</time>;
}
