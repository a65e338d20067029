import { noValue } from '#src/lib/numbers.ts';
import { Time } from '#src/ui/elements/time.tsx';

import type { NamedColumn } from './shown-columns.ts';
import { Since } from './since.tsx';

/** What the lists of leads and deals show alike of a record. */
interface Listed {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: {
    readonly statusSinceDate: string;
    readonly subStatusSinceDate: string;
    readonly lastActivityDate: string | null;
    readonly brokerRep: { readonly firstName: string; readonly lastName: string } | null;
  };
}

/** A row, whose record may be unreadable. */
type Row<Item> = { readonly ok: true; readonly record: Item } | { readonly ok: false };

/** Returns a cell renderer for a record; unreadable rows get an empty cell. */
export function field<Item>(show: (record: Item) => React.ReactNode) {
  return (row: Row<Item>) => (row.ok ? show(row.record) : null);
}

type ByTime =
  | 'statusSinceDate'
  | 'subStatusSinceDate'
  | 'updatedAt'
  | 'createdAt'
  | 'lastActivityDate';
type Shown = Pick<NamedColumn<unknown>, 'isExtra' | 'minTableWidth'>;

interface TimeColumnsSettings {
  /** The name of the one time that is shown where there is little space. */
  main: string;
  /** When the time in the status is shown. */
  inStatus: Shown;
  lastActivity: Shown & { readonly header: string };
}

/**
 * Returns the columns of a record's times, in their order. `order` returns what orders the list by
 * a time.
 */
export function timeColumns<Item extends Listed>(
  order: (by: ByTime) => Pick<NamedColumn<unknown>, 'order' | 'orderTo'>,
  { main, inStatus, lastActivity }: TimeColumnsSettings,
): readonly NamedColumn<Row<Item>>[] {
  const named = (name: ByTime) => ({
    name,
    ...(name === main && { card: 'time' as const }),
    ...order(name),
  });
  return [
    {
      ...named('statusSinceDate'),
      header: 'In status',
      width: '92px',
      ...inStatus,
      cell: field(({ fields }) => <Since timestamp={fields.statusSinceDate} />),
    },
    {
      ...named('subStatusSinceDate'),
      header: 'In sub-status',
      width: '116px',
      isExtra: true,
      cell: field(({ fields }) => <Since timestamp={fields.subStatusSinceDate} />),
    },
    {
      ...named('updatedAt'),
      header: 'Last changed',
      soft: true,
      width: '128px',
      isExtra: true,
      cell: field(({ updatedAt }) => <Time inTable value={updatedAt} />),
    },
    {
      ...named('createdAt'),
      header: 'Created',
      soft: true,
      wraps: true,
      width: '120px',
      // Gives way to the time that the rows are ordered by.
      ...(main !== 'createdAt' && { minTableWidth: 1340 }),
      cell: field(({ createdAt }) => <Time inTable value={createdAt} />),
    },
    {
      ...named('lastActivityDate'),
      soft: true,
      wraps: true,
      width: '128px',
      ...lastActivity,
      cell: field(({ fields }) => <Time inTable value={fields.lastActivityDate} />),
    },
  ];
}

/** Returns the name of a record's contact; a dash without one. */
export function contactName({ fields }: Listed): string {
  const { firstName = '', lastName = '' } = fields.brokerRep ?? {};
  return `${firstName} ${lastName}`.trim() || noValue;
}
