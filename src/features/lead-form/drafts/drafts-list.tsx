import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';

import { draftLimits, type ListedDraft } from '#contract/portal/new-lead/drafts.ts';
import { draftsQuery } from '#src/api/new-lead/drafts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { dayText } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadErrorState } from '#src/ui/feedback/load-error-state.tsx';
import { StaleNotice } from '#src/ui/feedback/stale-notice.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { DiscardDialog } from './discard-draft.tsx';

import s from './drafts.module.css';

/** Lists the user's drafts, each a link to its form. */
export function DraftsList() {
  const query = useQuery(draftsQuery);
  const loadError = useLoadError(query);
  const { data } = query;
  if (!data && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load your drafts" loadError={loadError} />;
  if (data?.length === 0)
    return (
      <EmptyState title="No drafts" action={<LinkButton to={paths.newLead()}>New lead</LinkButton>}>
        A new lead is saved here while you type it, until you submit it.
      </EmptyState>
    );
  return (
    <>
      <p className={s.note}>
        Only you can see these. A draft is deleted {draftLimits.retentionDays} days after its last
        change.
      </p>
      <Table
        label="Drafts"
        columns={columns}
        rows={data}
        loadingRows={5}
        rowTo={({ id }) => paths.newLead(new URLSearchParams({ draft: id }))}
      />
      {data && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

const columns: readonly Column<ListedDraft>[] = [
  { header: 'Client', card: 'title', width: '28%', cell: nameOf },
  { header: 'Company', card: 'text', cell: ({ company }) => company },
  {
    header: 'Last change',
    card: 'figure',
    soft: true,
    width: '140px',
    cell: ({ updatedAt }) => <Time inTable value={updatedAt} />,
  },
  {
    header: 'Deleted on',
    soft: true,
    width: '120px',
    minTableWidth: 740,
    cell: ({ expiresAt, updatedAt }) => dayText(expiresAt, Date.parse(updatedAt)),
  },
  {
    header: 'Actions',
    card: 'mark',
    width: '110px',
    cell: (draft) => <DiscardButton draft={draft} />,
  },
];

function nameOf({ client }: ListedDraft): string {
  return client === '' ? 'Client without a name' : client;
}

function DiscardButton({ draft }: { draft: ListedDraft }) {
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  return (
    <span className={s.discard}>
      <Button
        variant="plain"
        size="small"
        aria-label={`Discard the draft: ${nameOf(draft)}`}
        onClick={() => setIsAsked(true)}
      >
        Discard
      </Button>
      {isAsked &&
        // Outside of the row, on which a click follows its link.
        createPortal(
          <DiscardDialog id={draft.id} onClose={close} onDiscarded={close} />,
          document.body,
        )}
    </span>
  );
}

/** Links to the user's drafts, if there are others than the one that is open. */
export function DraftsLink({ openId }: { openId: string }) {
  const { data = [] } = useQuery(draftsQuery);
  const others = data.filter(({ id }) => id !== openId).length;
  if (others === 0) return null;
  return (
    <LinkButton to={paths.drafts()}>
      {others === 1 ? '1 other draft' : `${others} other drafts`}
    </LinkButton>
  );
}
