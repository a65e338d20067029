import { useQuery } from '@tanstack/react-query';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { bulkChangeQuery, bulkChangesQuery, isInProgress } from '#src/api/records/bulk-changes.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { EmptyState, LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { UndoButton } from './change-status.tsx';
import { changeTitle, resultWords, useChangeAnnouncement } from './change-words.ts';

import s from './bulk-changes.module.css';

/** Lists the latest bulk changes that the user may read, each a link to its page. */
export function ChangesList() {
  const query = useQuery(bulkChangesQuery);
  const loadError = useLoadError(query);
  const { data } = query;
  if (!data && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load your bulk changes" loadError={loadError} />;
  if (data?.length === 0)
    return (
      <EmptyState
        title="No bulk changes"
        action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
      >
        Select leads in the list to change many of them at once.
      </EmptyState>
    );
  return (
    <>
      <Table
        label="Bulk changes"
        columns={columns}
        rows={data}
        loadingRows={5}
        rowTo={({ id }) => paths.bulkChange(id)}
      />
      {data && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

const columns: readonly Column<BulkChange>[] = [
  { header: 'Change', card: 'title', wraps: true, cell: (change) => <ChangeName {...change} /> },
  {
    header: 'Result',
    card: 'text',
    wraps: true,
    width: '25%',
    cell: (change) =>
      isInProgress(change) ? (
        <RunningResult key={change.id} listed={change} />
      ) : (
        resultWords(change)
      ),
  },
  {
    header: 'Changed by',
    card: 'time',
    soft: true,
    width: '148px',
    cell: ({ createdBy }) => createdBy,
  },
  {
    header: 'When',
    card: 'mark',
    soft: true,
    width: '120px',
    cell: ({ createdAt }) => <Time inTable value={createdAt} />,
  },
  {
    header: 'Undo',
    card: 'line',
    wraps: true,
    width: '184px',
    // By change: the next one takes the row of this one, and not what was said of it.
    cell: (change) => <UndoButton key={change.id} change={change} />,
  },
];

/** Says what the change does: the new contact, or the beginning of the note. */
function ChangeName(change: BulkChange) {
  const note = change.change.kind === 'add-note' ? shorten(change.change.note) : '';
  return (
    <>
      {changeTitle(change)}
      {note !== '' && <span className={s.beginning}>: {note}</span>}
    </>
  );
}

/** How far a change is, read again until its end. */
function RunningResult({ listed }: { listed: BulkChange }) {
  const { data: change } = useQuery({ ...bulkChangeQuery(listed.id), initialData: listed });
  useChangeAnnouncement(change);
  return resultWords(change);
}

/** Longer notes are cut, in characters. */
const maxBeginning = 90;

function shorten(note: string): string {
  const letters = Array.from(note);
  if (letters.length <= maxBeginning) return note;
  return `${letters.slice(0, maxBeginning).join('').trimEnd()}…`;
}
