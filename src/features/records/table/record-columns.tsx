import type { ReactNode } from 'react';

import { sharedLabels } from '#contract/field-labels.ts';
import type { Capabilities } from '#contract/portal/accounts.ts';
import { partnerWord, type Wait, waitingOnLabel } from '#contract/portal/waiting-on.ts';
import type { Sort } from '#contract/v1/list-parameters.ts';
import { followUpSort, ownSorts, recordSorts } from '#contract/v1/record-lists.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import type { ListedRecord, RecordsSearch } from '#src/api/records/list/record-source.ts';
import { exactTime, shortTimeSince } from '#src/lib/dates.ts';
import { type Currency, noValue } from '#src/lib/numbers.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Badge, type Tone } from '#src/ui/elements/badge.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Time } from '#src/ui/elements/time.tsx';

import type { ColumnsSettings } from './record-description.ts';
import type { NamedColumn } from './shown-columns.ts';

/** Returns a cell renderer for a record; unreadable rows get an empty cell. */
export function field<Item, Shown extends ReactNode>(show: (record: Item) => Shown) {
  return (row: ReadRecord<Item>) => (row.ok ? show(row.record) : null);
}

/** The differences between the columns of leads and deals. */
interface ColumnsOptions<Item extends ListedRecord> {
  readonly amountField: string;
  /** Returns the amount, and the currency of the country of the business. */
  readonly getAmount: (record: Item) => { value: string; local?: Currency };
  readonly getTone: (status: string) => Tone;
  readonly getWait: (record: Item) => Wait | undefined;
}

/** Returns the columns that leads and deals share, by their names. */
export function sharedColumns<Item extends ListedRecord>(
  { order, sort, role, contactId, amountsWidth }: ColumnsSettings,
  { amountField, getAmount, getTone, getWait }: ColumnsOptions<Item>,
) {
  const isSupport = role === 'support';
  // The only time that a narrow list shows: the one it is sorted by.
  const main = times.includes(sort.by) ? sort.by : 'createdAt';
  type Name = 'status' | 'waitingOn' | 'amount' | 'broker' | 'brokerRep';
  // Only the main time is shown by default. "Waiting on" comes before it.
  const time = (name: string) => ({
    name,
    isExtra: name !== main,
    minTableWidth: 860 as const,
    ...order(name),
  });
  return {
    status: {
      name: 'status',
      header: sharedLabels.status,
      card: 'text',
      soft: true,
      wraps: true,
      cell: field(({ fields: { status, subStatus } }) => (
        <>
          <Badge tone={getTone(status)}>{status || 'No status'}</Badge>{' '}
          {subStatus !== status && <small>{subStatus}</small>}
        </>
      )),
    },
    waitingOn: {
      name: 'waitingOn',
      header: 'Waiting on',
      card: 'mark',
      soft: true,
      width: '144px',
      cell: field((record) => {
        const { requestedSince } = record;
        // What is asked for precedes the status.
        const wait = requestedSince
          ? { on: 'partner' as const, since: requestedSince }
          : getWait(record);
        if (!wait || wait.on === 'nobody') return noValue;
        const partner = partnerWord(role, record.fields.brokerRep?.id === contactId);
        const label = waitingOnLabel(wait.on, partner);
        return (
          <>
            {label === 'You' ? <strong>You</strong> : label}
            {wait.since !== '' && (
              <>
                {' · '}
                <Since timestamp={wait.since} />
              </>
            )}
          </>
        );
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
      header: sharedLabels.broker,
      card: 'owner',
      soft: true,
      isVerbatim: true,
      wraps: true,
      width: '120px',
      minTableWidth: 980,
      cell: field(({ fields }) => fields.broker?.name || noValue),
    },
    brokerRep: {
      name: 'brokerRep',
      header: sharedLabels.brokerRep,
      soft: true,
      isVerbatim: true,
      width: '132px',
      // Each of a broker’s records has the same one.
      isExtra: role === 'broker',
      minTableWidth: isSupport ? 1340 : 1140,
      ...(role === 'partner-admin' && { card: 'owner' }),
      cell: field(getContactName),
    },
    times: [
      {
        ...time('statusSinceDate'),
        header: 'In status',
        width: '92px',
        cell: field(({ fields }) => <Since timestamp={fields.statusSinceDate} />),
      },
      {
        ...time('subStatusSinceDate'),
        header: 'In sub-status',
        width: '116px',
        cell: field(({ fields }) => <Since timestamp={fields.subStatusSinceDate} />),
      },
      {
        ...time('updatedAt'),
        header: 'Last changed',
        soft: true,
        width: '128px',
        cell: field(({ updatedAt }) => <Time inTable value={updatedAt} />),
      },
      {
        ...time('createdAt'),
        header: 'Created',
        soft: true,
        wraps: true,
        width: '120px',
        cell: field(({ createdAt }) => <Time inTable value={createdAt} />),
      },
      {
        ...time('lastActivityDate'),
        header: sharedLabels.lastActivityDate,
        soft: true,
        wraps: true,
        width: '128px',
        cell: field(({ fields }) => <Time inTable value={fields.lastActivityDate} />),
      },
    ],
  } satisfies Record<Name, NamedColumn<ReadRecord<Item>>> & {
    times: NamedColumn<ReadRecord<Item>>[];
  };
}

function getContactName({ fields }: ListedRecord): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}

/** Shows the time since a timestamp: "3 days". */
function Since({ timestamp }: { timestamp: string }) {
  const now = useNow();
  const text = shortTimeSince(timestamp, now);
  if (text === '') return timestamp || noValue;
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)}>
      {text}
    </time>
  );
}

/** The link of a column's header that orders a list by the column, and its present direction. */
export interface ColumnOrder {
  orderTo?: string;
  order?: 'ascending' | 'descending';
}

/** The capabilities that decide on the orders of a list. */
export type OrderCapabilities = Pick<Capabilities, 'sort' | 'home' | 'recordSearch'>;

/** Returns the change that orders a list: by follow-up days, only the records that have one. */
export const changeOrder = (sort: Sort): Partial<RecordsSearch> =>
  sort.by === followUpSort ? { sort, hasFollowUp: 'yes' } : { sort };

/**
 * Returns the order of a list by a field: descending first, by follow-up days the soonest, and
 * reversed if the list has this order. In the default order, a search shows its best match first,
 * so then no field orders the list. `linkTo` returns the address of the changed list. A service may
 * have no orders, or not those of the portal's own records.
 */
export function columnOrder(
  { sort, home, recordSearch }: OrderCapabilities,
  { q, sort: current }: { readonly q: string; readonly sort: Sort },
  linkTo: (change: Partial<RecordsSearch>) => string,
) {
  const isByMatch = recordSearch && q !== '' && current.by === 'createdAt' && current.descending;
  return (by: string): ColumnOrder => {
    if (!sort || (!home && ownSorts.includes(by))) return {};
    const isNow = current.by === by;
    const descending = isNow ? !current.descending : by !== followUpSort;
    const orderTo = linkTo(changeOrder({ by, descending }));
    return isNow && !isByMatch
      ? { orderTo, order: descending ? 'ascending' : 'descending' }
      : { orderTo };
  };
}

/** The times that a list can be ordered by; each is a column. */
const times: readonly string[] = recordSorts;
