import { dealTone } from '#contract/portal/deal-waits.ts';
import { leadTone } from '#contract/portal/waiting-on.ts';
import { exactTime, timeSince } from '#src/lib/dates.ts';
import { momentText } from '#src/lib/days.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { useNow } from '#src/ui/elements/time.tsx';

import { ChangeList, type FieldValueComponent } from './change-list.tsx';
import { entryTitle, type LeadOfDeal, whoText } from './entry-words.tsx';
import type { TimelineItem } from './timeline.ts';

import s from './history.module.css';

interface TimelineEntryProps {
  item: TimelineItem;
  type: 'lead' | 'deal';
  /** Whether the item brought the status or the sub-status at which the record stands. */
  isCurrent: boolean;
  /** The time at which the item's status was replaced; undefined if that isn't known. */
  end: string | undefined;
  FieldValue: FieldValueComponent;
  lead?: LeadOfDeal | undefined;
}

/** Shows one item of a timeline: what happened, when, by whom, and for how long it stood. */
export function TimelineEntry({ item, type, isCurrent, end, ...props }: TimelineEntryProps) {
  const now = useNow();
  const { kind, at, status, subStatus, calls } = item;
  const isFirst = kind === 'created' || kind === 'known';
  const isStatus = Boolean(status ?? subStatus);
  const stood = isStatus ? describeDuration(at, isCurrent ? new Date(now).toISOString() : end) : '';
  const who = whoText(item);
  return (
    <li className={s.entry} data-current={isCurrent || undefined} data-kind={kind}>
      <div className={s.title}>
        {(isFirst || !isStatus) && <span>{entryTitle(item, type, props.lead)}</span>}
        <Reached item={item} type={type} />
      </div>
      <ChangeList
        type={type}
        changes={item.changes}
        isCollapsed={isFirst}
        isFrom={!isFirst}
        FieldValue={props.FieldValue}
      />
      <p className={s.about}>
        <time dateTime={at} title={exactTime(at)}>
          {momentText(at, now)}
        </time>
        {who !== '' && `, by ${who}`}
        {stood !== '' && `, for ${stood}`}
        {isStatus && calls !== undefined && ', call recorded'}
        {item.count > 1 && item.files.length === 0 && `, ${item.count} edits`}
      </p>
    </li>
  );
}

/** The status and the sub-status that an item brought. */
function Reached({ item, type }: Pick<TimelineEntryProps, 'item' | 'type'>) {
  const { status, subStatus } = item;
  const getTone = type === 'lead' ? leadTone : dealTone;
  return (
    <>
      {Boolean(status?.to) && (
        <Badge tone={getTone(String(status?.to))}>{String(status?.to)}</Badge>
      )}
      {Boolean(subStatus?.to) && <span>{String(subStatus?.to)}</span>}
    </>
  );
}

function describeDuration(at: string, end: string | undefined): string {
  return end === undefined ? '' : timeSince(at, Date.parse(end));
}
