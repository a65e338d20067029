import { useQuery } from '@tanstack/react-query';

import { recordWaits } from '#contract/portal/record-waits.ts';
import { partnerWord, waitingOnText } from '#contract/portal/waiting-on.ts';
import { waitingOnValues } from '#contract/v1/record-lists.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import { listGroupsQuery } from '#src/api/records/list-counts.ts';
import { changedSearch, type FilterTexts, withTexts } from '#src/api/records/list/list-search.ts';
import type { ListedRecord, RecordsSearch } from '#src/api/records/list/record-source.ts';
import { count, type Currency } from '#src/lib/numbers.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { useAmounts } from '#src/ui/elements/use-amounts.ts';
import { Table, type RowGroup, type TableProps } from '#src/ui/table/table.tsx';

import type { ColumnsSettings, RecordDescription } from './record-description.ts';

import s from './grouped-table.module.css';

type Row = ReadRecord<ListedRecord>;

interface GroupedTableProps extends Pick<ColumnsSettings, 'role'> {
  table: TableProps<Row>;
  records: RecordDescription;
  rows: readonly Row[];
  search: RecordsSearch;
}

/**
 * The rows of a page in groups, with the numbers of all records of each group. The groups that only
 * other pages have come last.
 */
export function GroupedTable({ table, ...list }: GroupedTableProps) {
  const { records, rows, search } = list;
  const { source } = records;
  const { readKey, label, place, narrow } = useGrouping(list);
  const { data: sums = [] } = useQuery(listGroupsQuery(source.list, search));
  const { amount, getCurrency } = useAmounts();
  const byKey = Map.groupBy(rows, (row) => (row.ok ? readKey(row.record) : ''));
  const inOrder = (keys: Iterable<string>) =>
    [...new Set(keys)].toSorted(
      (one, other) => place(one) - place(other) || label(one).localeCompare(label(other)),
    );
  const elsewhere = sums.map(({ key }) => key).filter((key) => !byKey.has(key));
  const groups = [...inOrder(byKey.keys()), ...inOrder(elsewhere)].map((key): RowGroup<Row> => {
    const shown = byKey.get(key) ?? [];
    const own = sums.filter((sum) => sum.key === key);
    const total = own.reduce((sum, each) => sum + each.total, 0);
    const byCurrency = new Map<Currency, number>();
    for (const { amount: sum, currency } of own) {
      // Several countries, where the partner has one currency, are one sum.
      const shownIn = getCurrency({ local: currency, partnerId: search.brokerId });
      if (sum !== null) byCurrency.set(shownIn, (byCurrency.get(shownIn) ?? 0) + Number(sum));
    }
    const amounts = [...byCurrency].map(([local, sum]) =>
      amount(sum.toFixed(2), { local, partnerId: search.brokerId }),
    );
    const params = withTexts(changedSearch(source.pageSchema, search, {}), narrow(key));
    return {
      key,
      rows: shown,
      title: (
        <span className={s.title}>
          {key === '' ? label(key) : <Link to={source.getListPath(params)}>{label(key)}</Link>}{' '}
          {total > 0 && (
            <small>
              {[formatShownCount(shown.length, total), ...(amounts.length > 1 ? amounts : [])].join(
                ' · ',
              )}
            </small>
          )}
        </span>
      ),
      // Sums in several currencies would be as high as three rows.
      figure: amounts.length === 1 && amounts,
    };
  });
  return <Table {...table} groups={groups} />;
}

/** The groups of a list. */
interface ListGrouping {
  readonly readKey: (record: ListedRecord) => string;
  readonly label: (key: string) => string;
  /** Returns the place of a group among the others. */
  readonly place: (key: string) => number;
  /** Returns the filter that leaves one group. */
  readonly narrow: (key: string) => FilterTexts;
}

function useGrouping({
  records,
  rows,
  search,
  role,
}: Omit<GroupedTableProps, 'table'>): ListGrouping {
  const isByContact = search.group === 'contact';
  const { data: contacts = [] } = useQuery({
    ...contactsQuery,
    enabled: isByContact && role === 'partner-admin',
  });
  const { type } = records.source;
  const waitsOn = (status: string, subStatus: string) => {
    const statuses = { status, subStatus, statusSinceDate: '', subStatusSinceDate: '' };
    return recordWaits[type](statuses)?.on ?? '';
  };
  const statusPlaces: Readonly<Record<RecordType, (status: string) => number>> = {
    lead: (status) => placeOfWait(waitsOn(status, '')),
    // A deal goes through its statuses in their order.
    deal: (status) => dealStatuses.findIndex((value) => value === status),
  };
  if (isByContact) {
    const shown = rows.flatMap((row) => (row.ok ? (row.record.fields.brokerRep ?? []) : []));
    const names = new Map(
      [...contacts, ...shown].map((one) => [one.id, `${one.firstName} ${one.lastName}`.trim()]),
    );
    return {
      readKey: ({ fields }) => fields.brokerRep?.id ?? '',
      label: (key) => names.get(key) ?? 'No contact',
      place: () => 0,
      narrow: (key) => ({ brokerRepId: key }),
    };
  }
  if (search.group === 'waitingOn')
    return {
      readKey: ({ requestedSince, fields }) =>
        requestedSince ? 'partner' : waitsOn(fields.status, fields.subStatus),
      label: (key) => {
        const on = waitingOnValues.find((value) => value === key);
        return on ? `Waiting on ${waitingOnText(on, partnerWord(role))}` : 'Not known';
      },
      place: placeOfWait,
      narrow: (key) => ({ waitingOn: key }),
    };
  return {
    readKey: ({ fields }) => fields.status,
    label: (key) => key || 'No status',
    place: statusPlaces[type],
    narrow: (key) => ({ status: key, subStatus: [] }),
  };
}

const placeOfWait = (on: string) => waitingOnValues.findIndex((value) => value === on);

/** Returns how many of a group the page shows: "3 of 57". */
function formatShownCount(shown: number, total: number): string {
  return shown === 0 || shown >= total ? count(total) : `${count(shown)} of ${count(total)}`;
}
