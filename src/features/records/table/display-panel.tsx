import type { Sort } from '#contract/v1/list-parameters.ts';
import { followUpSort } from '#contract/v1/record-lists.ts';
import { useStore } from '#src/lib/store.ts';
import { takeTyped } from '#src/lib/type-into.ts';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { Segmented } from '#src/ui/form/segmented.tsx';
import { density } from '#src/ui/table/table.tsx';

import { ColumnsChoice } from './columns-choice.tsx';
import { changeOrder } from './record-columns.tsx';
import type { DisplayProps } from './record-description.ts';

import menuStyle from '#src/ui/table/menu.module.css';
import s from './display-panel.module.css';

// Loaded when it is opened.

/** How a list shows its records: their order, the height of the rows, and the columns. */
export function DisplayPanel(props: DisplayProps) {
  const { session, search, onChange } = props;
  const rows = useStore(density);
  return (
    <>
      {session.capabilities.sort && <OrderChoice {...props} />}
      {session.capabilities.home && <GroupChoice {...props} />}
      <div className={s.table}>
        <div className={`${s.choice} stack-small`}>
          Rows
          <Segmented
            label="Rows"
            options={densities}
            value={rows}
            onChange={(value) => {
              density.set(value);
              // A screen has room for more low rows than a page had.
              const { pageSize } = densities.find((one) => one.value === value) ?? search;
              if (search.pageSize <= 50) onChange({ pageSize });
            }}
          />
        </div>
        <details className={menuStyle.part} open={!session.capabilities.sort}>
          <summary className="row bold">Columns</summary>
          <ColumnsChoice {...props} />
        </details>
      </div>
    </>
  );
}

/** Chooses how rows are grouped. A broker’s have one contact, and support reads too many. */
function GroupChoice({ session, search, onDisplay }: DisplayProps) {
  const offered = groupings.filter(
    ({ value }) => value !== 'contact' || session.account.role === 'partner-admin',
  );
  return (
    <div className={`${s.choice} stack-small`}>
      Groups
      <NativeSelect
        aria-label="Groups"
        empty="None"
        options={offered}
        value={search.group ?? ''}
        onChange={({ target }) =>
          onDisplay({ group: offered.find(({ value }) => value === target.value)?.value ?? '' })
        }
      />
    </div>
  );
}

const groupings = [
  { value: 'status', label: 'By status' },
  { value: 'waitingOn', label: 'By who they wait on' },
  { value: 'contact', label: 'By contact' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Comfortable', pageSize: 20 },
  { value: 'compact', label: 'Compact', pageSize: 50 },
] as const;

/** The order of a list; the headers of its columns have more. */
function OrderChoice({ records, session, search, onChange }: DisplayProps) {
  const { home, recordSearch } = session.capabilities;
  const isByMatch = recordSearch && search.q !== '';
  const options: Readonly<Record<string, Sort>> = {
    [isByMatch ? 'Best match first' : 'Newest first']: { by: 'createdAt', descending: true },
    'Oldest first': { by: 'createdAt', descending: false },
    'Recently updated': { by: 'updatedAt', descending: true },
    // Only the portal's own records know since when each waits.
    'Waiting longest': { by: home ? 'subStatusSinceDate' : 'statusSinceDate', descending: false },
    'Largest amount': { by: records.amountField, descending: true },
    ...(home &&
      session.account.role !== 'support' && {
        'Follow-up day': { by: followUpSort, descending: false },
      }),
  };
  const { by, descending } = search.sort;
  const [label = byColumn] =
    Object.entries(options).find(
      ([, option]) => option.by === by && option.descending === descending,
    ) ?? [];
  return (
    <div className={`${s.choice} stack-small`}>
      Order
      <NativeSelect
        aria-label="Order"
        ref={takeTyped}
        options={[...Object.keys(options), ...(label === byColumn ? [byColumn] : [])]}
        value={label}
        onChange={({ target }) => onChange(changeOrder(options[target.value] ?? search.sort))}
      />
    </div>
  );
}

const byColumn = 'As in the column’s header';
