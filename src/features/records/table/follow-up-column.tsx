import { followUpSort } from '#contract/v1/record-lists.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import type { ListedRecord } from '#src/api/records/list/record-source.ts';
import { noValue } from '#src/lib/numbers.ts';
import { describeFollowUp } from '#src/lib/values/follow-up-days.ts';
import { useNow } from '#src/ui/elements/now.ts';

import type { ColumnsSettings } from './record-description.ts';
import { extraWidth, type NamedColumn } from './shown-columns.ts';

/** Returns the column of the reader’s follow-up days; none for readers who have no such days. */
export function followUpColumns({
  order,
  role,
  home,
}: ColumnsSettings): NamedColumn<ReadRecord<ListedRecord>>[] {
  if (home !== true || role === 'support') return [];
  return [
    {
      name: followUpSort,
      header: 'Follow-up',
      isExtra: true,
      soft: true,
      wraps: true,
      card: 'line',
      width: extraWidth,
      minTableWidth: 860,
      ...order(followUpSort),
      cell: (row) => {
        if (!row.ok) return null;
        const { followUp } = row.record;
        return followUp === null ? noValue : <FollowUpDay day={followUp} />;
      },
    },
  ];
}

/** Shows a follow-up day: "Today", "Friday", "16 Nov"; in red only the word "Overdue". */
function FollowUpDay({ day }: { day: string }) {
  const { isOverdue, text } = describeFollowUp(day, useNow());
  return (
    <time dateTime={day}>
      {isOverdue && (
        <>
          <span className="danger bold">Overdue</span>
          {' · '}
        </>
      )}
      {text}
    </time>
  );
}
