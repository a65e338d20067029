import type { RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { isClientLink } from '#src/ui/elements/client-link.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { type Column, OnCard, Table } from '#src/ui/table/table.tsx';

import { outcomeNames } from './upload-state.ts';

import s from './bulk-upload-results.module.css';

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
        Sent <Time value={sentAt} /> with the reference <strong>{reference}</strong>, but not
        confirmed. Look for the lead before you submit it again.
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
