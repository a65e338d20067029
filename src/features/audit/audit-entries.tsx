import { useInfiniteQuery } from '@tanstack/react-query';

import { type AuditEntry, auditActs, type AuditFilter } from '#contract/portal/audit/audit.ts';
import { auditQuery } from '#src/api/account/audit.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { momentText } from '#src/lib/days.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { LoadErrorState, StaleNotice } from '#src/ui/feedback/load-error-state.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

interface AuditEntriesProps {
  filter: AuditFilter;
  /** Whether entries are of several partners. */
  hasPartners: boolean;
}

/** Lists the entries of the audit trail that a filter finds, newest first. */
export function AuditEntries({ filter, hasPartners }: AuditEntriesProps) {
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
        columns={columns.filter(({ header }) => hasPartners || header !== 'Partner')}
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

const columns: readonly Column<AuditEntry>[] = [
  {
    header: 'What',
    card: 'title',
    wraps: true,
    cell: ({ act }) => actNames[act] ?? act,
    below: ({ details }) =>
      Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ') || null,
  },
  { header: 'Who', card: 'text', width: '20%', wraps: true, cell: ({ actor }) => nameActor(actor) },
  { header: 'About', card: 'line', width: '16%', cell: (entry) => <Subject {...entry} /> },
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

const actNames: Readonly<Record<string, string>> = auditActs;

const actorNames: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  account: 'Support',
  'operator-key': 'The operator’s system',
  command: 'A command on the server',
  service: 'The portal itself',
  unknown: 'Not signed in',
};

function nameActor({ type, name }: AuditEntry['actor']): string {
  return name ?? actorNames[type];
}

function Subject({ subject }: AuditEntry) {
  if (subject === null) return noValue;
  if (subject.type === 'lead') return <Link to={paths.lead(subject.id)}>Lead</Link>;
  if (subject.type === 'deal') return <Link to={paths.deal(subject.id)}>Deal</Link>;
  return subject.name ?? subjectNames[subject.type] ?? subject.type;
}

const subjectNames: Readonly<Record<string, string>> = {
  attachment: 'File',
  record: 'Record',
  export: 'Export',
  'bulk-upload': 'Bulk upload',
  'api-key': 'API key',
};

/** The exact moment: in an audit, order and time of day matter. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at, useNow())}</time>;
}
