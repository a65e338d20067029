import type { ReactNode } from 'react';

import type { HistoryChange } from '#contract/portal/history.ts';
import { exactTime, timeSince } from '#src/lib/dates.ts';
import { momentText } from '#src/lib/days.ts';
import { useNow } from '#src/ui/elements/now.ts';

import { Arrow, ChangeList, type FieldValueComponent } from './change-list.tsx';
import { entryTitle, type LeadOfDeal, whoText } from './entry-words.tsx';
import type { TimelineItem } from './timeline.ts';

import s from './history.module.css';

interface TimelineEntryProps {
  item: TimelineItem;
  type: 'lead' | 'deal';
  /** Whether the item brought the status or the sub-status at which the record stands. */
  isCurrent: boolean;
  FieldValue: FieldValueComponent;
  lead?: LeadOfDeal | undefined;
}

/** Shows one item of a timeline: what happened, when and by whom. */
export function TimelineEntry({ item, type, isCurrent, FieldValue, lead }: TimelineEntryProps) {
  const now = useNow();
  const isFirst = item.kind === 'created' || item.kind === 'known';
  const who = whoText(item);
  const soFar = isCurrent && (
    <>
      {' '}
      <span className={s.whole}>· {timeSince(item.at, now)} so far</span>
    </>
  );
  return (
    <li className={s.entry} data-current={isCurrent || undefined} data-kind={item.kind}>
      <div className={s.title}>
        {isFirst || (item.status ?? item.subStatus) === undefined ? (
          <EntryTitle {...{ item, type, soFar, lead }} />
        ) : (
          <StatusChanges item={item} soFar={soFar} />
        )}
      </div>
      <ChangeList
        type={type}
        changes={item.changes}
        isFolded={isFirst}
        isFrom={!isFirst}
        FieldValue={FieldValue}
      />
      <p className={s.about}>
        <time dateTime={item.at} title={exactTime(item.at)}>
          {momentText(item.at, now)}
        </time>
        {who !== '' && ` · ${who}`}
        {item.count > 1 && item.files.length === 0 && ` · ${item.count} edits`}
      </p>
    </li>
  );
}

interface TitleProps {
  item: TimelineItem;
  /** How long the record has had the status since then; nothing if it has another one now. */
  soFar: ReactNode;
}

interface EntryTitleProps extends TitleProps {
  type: 'lead' | 'deal';
  lead: LeadOfDeal | undefined;
}

function EntryTitle({ item, type, soFar, lead }: EntryTitleProps) {
  const status = [item.status?.to, item.subStatus?.to].filter(Boolean).join(' · ');
  return (
    <>
      {entryTitle(item, type, lead)}
      {status !== '' && (
        <span className="soft">
          {' '}
          {status}
          {soFar}
        </span>
      )}
    </>
  );
}

/** The status that was reached, and how long the former one had stood. */
function StatusChanges({ item: { at, status, subStatus, calls }, soFar }: TitleProps) {
  const isSubStatusOnly = status === undefined;
  return (
    <>
      {status && <Step change={status} at={at} soFar={soFar} />}
      {subStatus && (
        <Step
          change={subStatus}
          at={at}
          label="Sub-status: "
          soFar={isSubStatusOnly && soFar}
          isSmall={!isSubStatusOnly}
        />
      )}
      {calls !== undefined && <p className={s.small}>Call recorded</p>}
    </>
  );
}

interface StepProps {
  change: HistoryChange;
  at: string;
  label?: string;
  soFar: ReactNode;
  isSmall?: boolean;
}

function Step({ change: { from, to, fromSince }, at, label, soFar, isSmall = false }: StepProps) {
  const stood = fromSince === undefined ? '' : timeSince(fromSince, Date.parse(at));
  return (
    <p className={isSmall ? s.small : undefined}>
      <span className="soft">
        {label}
        {String(from)} <Arrow />{' '}
      </span>
      <strong>{String(to)}</strong>
      <span className="soft">
        {stood !== '' && (
          <>
            , <span className={s.whole}>after {stood}</span>
          </>
        )}
        {soFar}
      </span>
    </p>
  );
}
