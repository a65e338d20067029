import { useCallback } from 'react';

import type { UploadTotals, RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import type { RowResultListQuery } from '#contract/bulk-upload/endpoints.ts';
import { rowResultsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { isClientLink } from '#src/lib/client-links.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { OutcomeFilter } from '#src/ui/table/outcome-filter.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { outcomeNames } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

interface RowResultsProps {
  uploadId: string;
  totals: UploadTotals;
  search: RowResultListQuery;
  onSearch: (search: RowResultListQuery) => void;
}

/** Shows the outcome of each row, page by page, for all rows or those with one outcome. */
export function RowResults({ uploadId, totals, search, onSearch }: RowResultsProps) {
  const toQuery = useCallback(
    (requested: RowResultListQuery) => rowResultsQuery(uploadId, requested),
    [uploadId],
  );
  const page = useListPage(toQuery, search, onSearch);
  return (
    <Section title="Rows">
      <RowFilter {...{ totals, search, onSearch }} />
      <RecordList
        {...page}
        errorTitle="Couldn’t load the rows"
        empty={<p className="soft">{emptyText(search)}</p>}
      >
        <ResultsTable {...page.list} loading={search.pageSize} />
      </RecordList>
    </Section>
  );
}

function emptyText({ outcome, page }: RowResultListQuery): string {
  if (page > 1) return 'No more rows.';
  if (outcome === undefined) return 'No row has been submitted yet.';
  return `No row of this upload is ${outcomeNames[outcome].label.toLowerCase()}.`;
}

function RowFilter({ totals, search, onSearch }: Omit<RowResultsProps, 'uploadId'>) {
  const choices = [
    { outcome: undefined, label: 'All', number: totals.read - totals.waiting },
    { outcome: 'submitted', label: outcomeNames.submitted.label, number: totals.submitted },
    { outcome: 'rejected', label: outcomeNames.rejected.label, number: totals.rejected },
    { outcome: 'left-out', label: outcomeNames['left-out'].label, number: totals.leftOut },
    { outcome: 'blank', label: outcomeNames.blank.label, number: totals.blank },
    ...(totals.unknown > 0
      ? [{ outcome: 'unknown', label: outcomeNames.unknown.label, number: totals.unknown } as const]
      : []),
  ] as const;
  return (
    <OutcomeFilter
      label="Which rows"
      choices={choices}
      chosen={search.outcome}
      onChoose={(outcome) => onSearch({ ...search, outcome, page: 1 })}
    />
  );
}

interface ResultsTableProps {
  rows: readonly RowResult[] | undefined;
  isStale: boolean;
  /** Number of placeholder rows while the rows load. */
  loading: number;
}

/**
 * Shows the rows of a file, each with its client and its outcome: the lead and its links, or the
 * reasons.
 */
export function ResultsTable({ rows, isStale, loading }: ResultsTableProps) {
  return (
    <div className={s.results}>
      <Table
        label="Row results"
        columns={columns}
        rows={rows}
        stale={isStale}
        loadingRows={loading}
      />
    </div>
  );
}

const rowNumber = ({ row }: RowResult) => (
  <>
    <OnCard>Row </OnCard>
    {count(row)}
  </>
);

const columns: readonly Column<RowResult>[] = [
  { header: 'Row', card: 'title', num: true, width: '88px', cell: rowNumber },
  {
    header: 'Client',
    card: 'text',
    isVerbatim: true,
    width: '24%',
    cell: ({ client, company }) =>
      // In front of an existing service, the clients of submitted rows are not known.
      (client !== '' || company !== '') && (
        <div className={s.client}>
          {client !== '' && <div>{client}</div>}
          {company !== '' && <div className="soft">{company}</div>}
        </div>
      ),
  },
  {
    header: 'Outcome',
    card: 'mark',
    width: '124px',
    cell: ({ outcome }) => {
      const { tone, label } = outcomeNames[outcome];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { header: 'Lead or reason', card: 'text', cell: (row) => <Consequence result={row} /> },
  {
    header: 'Links for the client',
    width: '252px',
    minTableWidth: 980,
    cell: (row) => <LeadLinks {...row} />,
  },
];

type LeadLinksProps = Pick<RowResult, 'bankStatementsUpdateLink' | 'applicationLink'>;

/** Links for the client of a lead, as far as the operator has set them. */
function LeadLinks({ bankStatementsUpdateLink, applicationLink }: LeadLinksProps) {
  return (
    <span className={s.links}>
      {isClientLink(bankStatementsUpdateLink) && (
        <a href={bankStatementsUpdateLink}>Bank statements</a>
      )}
      {isClientLink(applicationLink) && <a href={applicationLink}>Application</a>}
    </span>
  );
}

function Consequence({ result }: { result: RowResult }) {
  const { row, leadId, errors, reason, reference, sentAt } = result;
  if (sentAt !== null)
    return (
      <>
        Sent <Time value={sentAt} /> with the reference <strong translate="no">{reference}</strong>,
        but not confirmed. Look for the lead before you submit it again.
      </>
    );
  if (leadId !== null)
    return (
      <>
        <Link to={paths.lead(leadId)}>
          View lead<span className="visually-hidden"> of row {count(row)}</span>
        </Link>
        <OnCard>
          {' '}
          <LeadLinks {...result} />
        </OnCard>
      </>
    );
  if (errors.length > 0)
    return (
      <ul className={s.errors}>
        {errors.map(({ column, error }) => (
          <li key={column}>
            {column !== '' && (
              <>
                <strong>{column}</strong>:{' '}
              </>
            )}
            {error}
          </li>
        ))}
      </ul>
    );
  return reason === '' ? noValue : reason;
}
