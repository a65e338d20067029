import type { ReactNode } from 'react';

import { type Wait, waitingOnLabel, waitingOnWords } from '#contract/portal/waiting-on.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { mainTime } from '#src/api/records/list/column-order.ts';
import type { ListedRecord } from '#src/api/records/list/record-source.ts';
import { exactTime, shortTimeSince } from '#src/lib/dates.ts';
import { type Currency, noValue } from '#src/lib/numbers.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge, type Tone } from '#src/ui/elements/badge.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { OnCard } from '#src/ui/table/table.tsx';

import type { ColumnsSettings } from './record-type.ts';
import type { NamedColumn } from './shown-columns.ts';

/** Returns a cell renderer for a record; unreadable rows get an empty cell. */
export function field<Item>(show: (record: Item) => ReactNode) {
  return (row: ReadRecord<Item>) => (row.ok ? show(row.record) : null);
}

/** In what the columns of leads and deals differ. */
interface ColumnsOptions<Item extends ListedRecord> {
  readonly labels: Readonly<
    Record<'status' | 'subStatus' | 'broker' | 'brokerRep' | 'lastActivityDate', string>
  >;
  readonly amountField: string;
  /** Returns the amount, and the currency of the country of the business. */
  readonly getAmount: (record: Item) => { value: string; local?: Currency };
  readonly getTone: (status: string) => Tone;
  readonly getWait: (record: Item) => Wait | undefined;
}

/** Returns the columns that leads and deals share, by their names. */
export function sharedColumns<Item extends ListedRecord>(
  { order, sort, role, amountsWidth }: ColumnsSettings,
  { labels, amountField, getAmount, getTone, getWait }: ColumnsOptions<Item>,
) {
  const isSupport = role === 'support';
  const main = mainTime(sort.by);
  type Name = 'status' | 'subStatus' | 'waitingOn' | 'amount' | 'broker' | 'brokerRep' | Times;
  type Times = (typeof times)[number];
  const time = (name: Times) => ({
    name,
    // The one time that is shown where there is little space.
    ...(name === main && { card: 'time' as const }),
    ...order(name),
  });
  return {
    status: {
      name: 'status',
      header: labels.status,
      card: 'mark',
      cell: field(({ fields }) => (
        <Badge tone={getTone(fields.status)}>{fields.status || 'No status'}</Badge>
      )),
    },
    subStatus: {
      name: 'subStatus',
      header: labels.subStatus,
      soft: true,
      wraps: true,
      minTableWidth: 860,
      cell: field(({ fields }) => fields.subStatus || noValue),
    },
    waitingOn: {
      name: 'waitingOn',
      header: 'Waiting on',
      wraps: true,
      width: '144px',
      minTableWidth: 1140,
      cell: field((record) => {
        const wait = getWait(record);
        if (!wait || wait.on === 'nobody') return <span className="soft">{noValue}</span>;
        return <WithSince words={waitingOnLabel(wait.on, isSupport)} timestamp={wait.since} />;
      }),
    },
    amount: {
      name: amountField,
      header: 'Amount',
      card: 'figure',
      num: true,
      wraps: true,
      ...(amountsWidth !== undefined && { width: amountsWidth }),
      ...order(amountField),
      cell: field((record) => (
        <Amount {...getAmount(record)} partnerId={record.fields.broker?.id} />
      )),
    },
    broker: {
      name: 'broker',
      header: labels.broker,
      card: 'owner',
      soft: true,
      hasTwoLines: true,
      width: '140px',
      minTableWidth: 980,
      cell: field(({ fields }) => fields.broker?.name || noValue),
    },
    brokerRep: {
      name: 'brokerRep',
      header: labels.brokerRep,
      soft: true,
      hasTwoLines: true,
      cell: field(getContactName),
    },
    statusSinceDate: {
      ...time('statusSinceDate'),
      header: 'In status',
      width: '92px',
      cell: field(({ fields }) => <Since timestamp={fields.statusSinceDate} />),
    },
    subStatusSinceDate: {
      ...time('subStatusSinceDate'),
      header: 'In sub-status',
      width: '116px',
      isExtra: true,
      cell: field(({ fields }) => <Since timestamp={fields.subStatusSinceDate} />),
    },
    updatedAt: {
      ...time('updatedAt'),
      header: 'Last changed',
      soft: true,
      width: '128px',
      isExtra: true,
      cell: field(({ updatedAt }) => <Time inTable value={updatedAt} />),
    },
    createdAt: {
      ...time('createdAt'),
      header: 'Created',
      soft: true,
      wraps: true,
      width: '120px',
      // Gives way to the time that the rows are ordered by.
      ...(main !== 'createdAt' && { minTableWidth: 1340 }),
      cell: field(({ createdAt }) => <Time inTable value={createdAt} />),
    },
    lastActivityDate: {
      ...time('lastActivityDate'),
      header: labels.lastActivityDate,
      soft: true,
      wraps: true,
      width: '128px',
      cell: field(({ fields }) => <Time inTable value={fields.lastActivityDate} />),
    },
  } satisfies Record<Name, NamedColumn<ReadRecord<Item>>>;
}

const times = [
  'statusSinceDate',
  'subStatusSinceDate',
  'updatedAt',
  'createdAt',
  'lastActivityDate',
] as const;

interface WaitOnCardProps {
  wait: Wait;
  isSupport: boolean;
  /** What separates it from the text that follows. */
  separator: string;
}

/** Shows on a card, before another text, whom the record waits for. */
export function WaitOnCard({ wait, isSupport, separator }: WaitOnCardProps) {
  return (
    <OnCard>
      Waiting on {waitingOnWords(wait.on, isSupport)}
      {separator}
    </OnCard>
  );
}

function getContactName({ fields }: ListedRecord): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}

/** Shows the time since a timestamp: "3 days". */
function Since({ timestamp }: { timestamp: string }) {
  const now = useNow();
  const words = shortTimeSince(timestamp, now);
  if (words === '') return <span>{timestamp || noValue}</span>;
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)}>
      {words}
    </time>
  );
}

/** Shows words with the time since a timestamp: "You · 3 days". */
function WithSince({ words, timestamp }: { words: string; timestamp: string }) {
  return (
    <>
      {words}
      {timestamp !== '' && (
        <span className="soft">
          {' · '}
          <Since timestamp={timestamp} />
        </span>
      )}
    </>
  );
}
