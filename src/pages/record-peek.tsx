import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { dealLeadQuery } from '#src/api/records/deals.ts';
import { useSession } from '#src/api/session.ts';
import { DealValue, dealFieldColumns } from '#src/features/deals/deal-value.tsx';
import { ClientDetails } from '#src/features/deals/deal-view.tsx';
import { LatestEntry } from '#src/features/history/history-section.tsx';
import { LeadValue, leadFieldColumns } from '#src/features/leads/lead-value.tsx';
import type { PeekProps } from '#src/features/records/table/record-description.ts';
import { RequestedText } from '#src/features/requests/requested-text.tsx';
import type { OpenedInList } from '#src/lib/opened-from.ts';
import { peekedMark } from '#src/lib/page-elements.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { findRowLink, rowLinks } from '#src/ui/table/row-parts.ts';

import s from './record-peek.module.css';

/** The columns of a type of record, by their names. */
const types = {
  lead: {
    names: ['waitingOn', 'amountRequested', 'brokerRep', 'broker', 'phone', 'email', 'createdAt'],
    FieldValue: LeadValue,
    getFieldColumns: leadFieldColumns,
  },
  deal: {
    names: ['waitingOn', 'amount', 'brokerRep', 'broker', 'createdAt'],
    FieldValue: DealValue,
    getFieldColumns: dealFieldColumns,
  },
} as const;

/**
 * Shows the essentials of a row beside its list. The arrow keys, as J and K, go on to the next row
 * while it is open; Space closes it, and the focus is on the row.
 */
export function RecordPeek({ rows, id = '', onPeek, ...list }: PeekProps) {
  const { source, getName } = list.records;
  const { pathname, search } = useLocation();
  const title = useRef<HTMLAnchorElement>(null);
  const shown = rows.filter((row) => row.ok);
  const row = shown.find(({ record }) => record.id === id);
  const to = source.getRecordPath(id);
  useEffect(() => {
    const marked = findRowLink(to)?.closest('tr');
    marked?.toggleAttribute(peekedMark, true);
    marked?.scrollIntoView({ block: 'nearest' });
    return () => marked?.removeAttribute(peekedMark);
  }, [to]);
  if (!row) return null;
  const close = () => {
    findRowLink(to)?.focus();
    onPeek(undefined);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = readStep(event);
    const isClosing =
      event.key === 'Escape' || (event.key === ' ' && event.target === title.current);
    if (step !== undefined || isClosing) event.preventDefault();
    if (isClosing) return close();
    const links = [...document.querySelectorAll(rowLinks)];
    const link = step && links[links.findIndex((each) => each === findRowLink(to)) + step];
    const next = shown.find(
      ({ record }) => link && link.getAttribute('href') === source.getRecordPath(record.id),
    );
    if (!next) return undefined;
    title.current?.focus();
    announce(getName(next.record));
    return onPeek(next);
  };
  return (
    <dialog
      ref={openPanel}
      className={s.panel}
      popover="auto"
      aria-label={`This ${source.type}`}
      onKeyDown={handleKeyDown}
      onToggle={({ newState }) => newState === 'closed' && onPeek(undefined)}
    >
      <h2 translate="no">
        <Link ref={title} to={to} state={{ list: pathname + search } satisfies OpenedInList}>
          {getName(row.record)}
        </Link>
      </h2>
      <Essentials key={id} {...list} row={row} />
      <p className={`${s.keys} soft small`}>
        <kbd>↑</kbd> <kbd>↓</kbd> other rows · <kbd>Enter</kbd> open · <kbd>Space</kbd> close
      </p>
    </dialog>
  );
}

/** Shows the panel over the page, and focuses its title. */
function openPanel(panel: HTMLDialogElement | null): void {
  panel?.showPopover();
  panel?.querySelector('a')?.focus();
}

interface EssentialsProps extends Pick<PeekProps, 'records' | 'search'> {
  row: Extract<PeekProps['rows'][number], { ok: true }>;
}

/** Shows the open requests, the fields that matter most, and the latest activity. */
function Essentials({ records, search, row }: EssentialsProps) {
  const { account, contact, capabilities } = useSession();
  const { source, getName, getColumns } = records;
  const { id, fields } = row.record;
  const record = { type: source.type, id };
  const { names, FieldValue, getFieldColumns } = types[source.type];
  const { role } = account;
  const settings = { order: noOrder, sort: search.sort, role, contactId: contact?.id };
  const listed = getColumns(settings);
  const columns = [
    ...listed,
    ...getFieldColumns(
      listed.map(({ name }) => name),
      settings,
    ),
  ];
  const shown = names.flatMap((name) => columns.find((each) => each.name === name) ?? []);
  const lead = useQuery({
    ...dealLeadQuery(id),
    enabled: source.type === 'deal' && capabilities.dealLead,
  });
  return (
    <>
      <p className={`${s.below} soft`}>{listed[0]?.below?.(row)}</p>
      <div>{listed.find(({ name }) => name === 'status')?.cell(row)}</div>
      <div className={s.requested}>
        <RequestedText
          record={record}
          statuses={fields}
          isRequested={row.record.requestedSince !== null}
        />
      </div>
      <DetailList>
        {shown.map(({ name, header, cell }) => (
          <Detail key={name} label={header}>
            {cell(row)}
          </Detail>
        ))}
        {lead.data && <ClientDetails lead={lead.data} title={getName(row.record)} />}
      </DetailList>
      {(capabilities.history || (capabilities.portalHistory && source.type === 'lead')) && (
        <section aria-label="Latest">
          <h3>Latest</h3>
          <LatestEntry record={record} FieldValue={FieldValue} />
        </section>
      )}
    </>
  );
}

const noOrder = () => ({});

/** Returns how many rows down a key goes; undefined for another key. */
function readStep({ key }: KeyboardEvent): 1 | -1 | undefined {
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : undefined;
}
