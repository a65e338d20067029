import { useCallback } from 'react';

import {
  type BulkChange,
  type ChangedLead,
  changeOutcomes,
} from '#contract/portal/bulk-changes.ts';
import { changedLeadsQuery, useChangedLeadsSearch } from '#src/api/records/bulk-changes.ts';
import { useListPage } from '#src/api/records/list/list-page.ts';
import { noValue, quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Link } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { DetailLine, Section } from '#src/ui/layout/section.tsx';
import { OutcomeFilter } from '#src/ui/table/outcome-filter.tsx';
import { RecordList } from '#src/ui/table/record-list.tsx';
import { OnCard, Table, type Column } from '#src/ui/table/table.tsx';

import { ChangeStatus } from './change-status.tsx';
import { outcomeName } from './change-words.ts';

import s from './bulk-changes.module.css';

/** One bulk change: what it is, how far it is or what has become of it, and its leads. */
export function ChangeView({ change }: { change: BulkChange }) {
  return (
    <>
      <div className={s.summary}>
        <DetailLine
          details={[
            `${quantity(change.total, 'lead')} selected`,
            change.createdBy,
            <Time key="time" value={change.createdAt} />,
          ]}
        />
        {change.change.kind === 'add-note' && change.change.note !== '' && (
          <blockquote className={s.note}>{change.change.note}</blockquote>
        )}
        <ChangeStatus change={change} />
      </div>
      <ChangedLeads change={change} />
    </>
  );
}

/** Lists the leads of a change with what became of each: all of them, or those with one outcome. */
function ChangedLeads({ change }: { change: BulkChange }) {
  const { id, outcomes, total } = change;
  const { search, onSearch } = useChangedLeadsSearch();
  const toQuery = useCallback((requested: typeof search) => changedLeadsQuery(id, requested), [id]);
  const page = useListPage(toQuery, search, onSearch);
  const found = shownOutcomes.filter((outcome) => outcomes[outcome] > 0);
  return (
    <Section title="Leads">
      <OutcomeFilter
        label="Which leads"
        choices={[
          { outcome: undefined, label: 'All', number: total },
          ...found.map((outcome) => ({
            outcome,
            label: outcomeName(outcome).label,
            number: outcomes[outcome],
          })),
        ]}
        chosen={search.outcome}
        onChoose={(outcome) => onSearch({ ...search, outcome, page: 1 })}
      />
      <RecordList
        {...page}
        errorTitle="Couldn’t load the leads"
        empty={<p className="soft">No such leads.</p>}
      >
        <Table
          label="Leads of the change"
          columns={change.change.kind === 'reassign' ? columns : columnsOfNote}
          rows={page.list.rows}
          stale={page.list.isStale}
          loadingRows={Math.min(search.pageSize, total)}
        />
      </RecordList>
    </Section>
  );
}

const shownOutcomes = [...changeOutcomes.filter((one) => one !== 'pending'), 'pending'] as const;

const contactBefore = 'Contact before';

const columns: readonly Column<ChangedLead>[] = [
  {
    header: 'Client',
    card: 'title',
    isVerbatim: true,
    width: '22%',
    cell: ({ id, client, company }) => (
      <Link to={paths.lead(id)}>{client || company || 'Lead without access'}</Link>
    ),
  },
  {
    header: 'Company',
    isVerbatim: true,
    width: '26%',
    wraps: true,
    minTableWidth: 740,
    card: 'text',
    cell: ({ company }) => company || noValue,
  },
  {
    header: contactBefore,
    card: 'figure',
    soft: true,
    width: '160px',
    cell: ({ contactBefore: name }) => (
      <>
        {name !== '' && <OnCard>before: </OnCard>}
        <span translate="no">{name || noValue}</span>
      </>
    ),
  },
  {
    header: 'Result',
    card: 'mark',
    width: '132px',
    cell: ({ outcome }) => {
      const { tone, label } = outcomeName(outcome);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { header: 'Reason', wraps: true, card: 'line', cell: ({ reason }) => reason },
];

/** A note leaves the contact of a lead as it is. */
const columnsOfNote = columns.filter(({ header }) => header !== contactBefore);
