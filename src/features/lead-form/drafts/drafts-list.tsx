import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { draftLimits, type ListedDraft } from '#contract/portal/new-lead/new-lead.ts';
import { draftsQuery } from '#src/api/new-lead/drafts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { dayText } from '#src/lib/days.ts';
import { noValue } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { EmptyState, LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { DiscardDialog } from './draft-notices.tsx';

import s from './drafts.module.css';

/** Lists the user's drafts, each a link to its form. */
export function DraftsList() {
  const query = useQuery(draftsQuery);
  const loadError = useLoadError(query);
  // Not of a row: the rows change places when a draft is saved elsewhere.
  const [discarding, setDiscarding] = useState<ListedDraft>();
  const close = () => setDiscarding(undefined);
  const handleDiscarded = () => {
    // First the dialog returns the focus to the button, which disappears with its row.
    flushSync(close);
    focusHeading();
  };
  // A cached empty list may lack drafts started since.
  const isKnown = query.isFetchedAfterMount || query.data?.length !== 0;
  const data = isKnown ? query.data : undefined;
  if (!data && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load your drafts" loadError={loadError} />;
  if (data?.length === 0)
    return (
      <EmptyState title="No drafts">
        A new lead is saved here while you type it, until you submit it.
      </EmptyState>
    );
  return (
    <>
      <p className={`${s.note} soft`}>
        Only you can see these. A draft is deleted {`${draftLimits.retentionDays}\u00A0days`} after
        its last change.
      </p>
      <Table
        label="Drafts"
        columns={columnsWith(setDiscarding)}
        rows={data}
        loadingRows={5}
        getRowPath={({ id }) => paths.newLead(new URLSearchParams({ draft: id }))}
      />
      {data && loadError && <StaleNotice loadError={loadError} />}
      {discarding && (
        <DiscardDialog
          id={discarding.id}
          // By name, because the rows may have moved while the question was open.
          lost={`What you typed for “${nameDraft(discarding)}” is deleted.`}
          onClose={close}
          onDiscarded={handleDiscarded}
        />
      )}
    </>
  );
}

/** Returns the columns. The last one asks whether to discard a draft. */
const columnsWith = (onDiscard: (draft: ListedDraft) => void): readonly Column<ListedDraft>[] => [
  { header: 'Client', card: 'title', isVerbatim: true, width: '28%', cell: nameDraft },
  { header: 'Company', card: 'text', isVerbatim: true, cell: ({ company }) => company || noValue },
  {
    header: 'Last change',
    card: 'figure',
    soft: true,
    width: '140px',
    cell: ({ updatedAt }) => <Time inTable value={updatedAt} />,
  },
  {
    header: 'Kept until',
    soft: true,
    width: '120px',
    minTableWidth: 740,
    cell: ({ expiresAt, updatedAt }) => dayText(expiresAt, Date.parse(updatedAt)),
  },
  {
    header: 'Actions',
    card: 'mark',
    width: '110px',
    cell: (draft) => (
      <span className={s.discard}>
        <TextButton
          aria-label={`Discard the draft: ${nameDraft(draft)}`}
          onClick={() => onDiscard(draft)}
        >
          Discard
        </TextButton>
      </span>
    ),
  },
];

function nameDraft({ client }: ListedDraft): string {
  return client === '' ? 'Client without a name' : client;
}
