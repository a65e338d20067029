import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, useEffect } from 'react';

import {
  bulkChangeLimits,
  type Change,
  maxSelectedIds,
  type Selection,
  tooManyLeads,
} from '#contract/portal/bulk-changes.ts';
import { listsByType, type RecordType } from '#contract/v1/record-types.ts';
import { bulkChangesQuery } from '#src/api/records/bulk-changes.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { count } from '#src/lib/numbers.ts';
import { selectedActionsMark } from '#src/lib/page-elements.ts';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { PendingField } from '#src/ui/form/pending-field.tsx';
import { type SelectedRows, clearedRows, selectedRows } from '#src/ui/table/row-selection.tsx';

import type { StartedExport } from './exports/export-notice.tsx';
import {
  clearSelection,
  type PageIds,
  useRangeSelection,
} from './selection/use-range-selection.ts';
import type { RecordDescription } from './table/record-description.ts';

import s from './selected-records.module.css';

const BulkChangeDialog = lazyComponent(
  async () => (await import('./bulk-changes/bulk-change-dialog.tsx')).BulkChangeDialog,
  PendingField,
);

const RecentChange = lazyComponent(
  async () => (await import('./bulk-changes/recent-change.tsx')).RecentChange,
);

interface SelectedRecordsProps {
  records: RecordDescription;
  search: RecordsSearch;
  selected: SelectedRows;
  onExport: (what: StartedExport['what']) => void;
}

const changeLabels = { reassign: 'Reassign…', 'add-note': 'Add note…' } as const;

/** Shows the actions on the selected records of a list, and the latest change to many. */
export function SelectedRecords({
  records: { source, getChanges },
  search,
  selected,
  onExport,
}: SelectedRecordsProps) {
  const { account, capabilities } = useSession();
  // The selection when the dialog was opened, because applying the change clears it.
  const [open, setOpen] = useState<{ kind: Change['kind']; selection: Selection }>();
  // The rows that the list itself requests.
  const { data } = useQuery({ ...source.query(search), enabled: false });
  const changes = capabilities.bulkChanges ? getChanges(account.role) : [];
  const { data: recent = [] } = useQuery({ ...bulkChangesQuery, enabled: changes.length > 0 });
  const [own] = recent;
  const selection = selected.isAll
    ? { query: source.params(search).toString() }
    : { ids: [...selected.ids] };
  const close = () => setOpen(undefined);
  const hasSelection = selected.isAll || selected.ids.size > 0;
  return (
    <>
      <SelectionBar
        type={source.type}
        selected={selected}
        pageIds={data?.rows.map((row) => (row.ok ? row.record.id : undefined)) ?? []}
        total={data?.total}
        // Gives way to the actions: both would cover a phone's list.
        news={
          own && open === undefined && !hasSelection && <RecentChange key={own.id} change={own} />
        }
        actions={
          <>
            <ChangeButtons
              kinds={changes}
              total={selected.isAll ? data?.total : undefined}
              onOpen={(kind) => setOpen({ kind, selection })}
            />
            <Button onClick={() => onExport({ selection })}>
              {formatExport(selected, data?.total)}
            </Button>
          </>
        }
      />
      {open && <BulkChangeDialog {...open} onClose={close} />}
    </>
  );
}

interface ChangeButtonsProps {
  kinds: readonly Change['kind'][];
  /** How many leads are selected, where that may be too many. */
  total: number | undefined;
  onOpen: (kind: Change['kind']) => void;
}

/** The buttons that change the selected records, or a message that there are too many. */
function ChangeButtons({ kinds, total = 0, onOpen }: ChangeButtonsProps) {
  if (kinds.length > 0 && total > bulkChangeLimits.leads) return <p>{tooManyLeads}</p>;
  return kinds.map((kind) => (
    <Button key={kind} onClick={() => onOpen(kind)}>
      {changeLabels[kind]}
    </Button>
  ));
}

interface SelectionBarProps {
  type: RecordType;
  selected: SelectedRows;
  pageIds: PageIds;
  /** How many records the list has on all pages; undefined if that is not known. */
  total: number | undefined;
  /** The buttons that act on the selection. */
  actions: ReactNode;
  /** Shown above the bar, with a selection or without. */
  news?: ReactNode;
}

/**
 * Shows the number of selected records of a list and the actions on them. It is at the bottom of
 * the window, so nothing moves when it appears. Without a selection it only follows the keys.
 */
export function SelectionBar({ type, selected, pageIds, total, actions, news }: SelectionBarProps) {
  const { of, ids, isAll, isSelecting } = selected;
  useRangeSelection(selected, pageIds);
  useEffect(() => {
    // The selection of another list, or with other filters, does not come back.
    if (selectedRows.get().of !== of)
      selectedRows.set({ ...selectedRows.get(), of, ...clearedRows });
  }, [of]);
  const isNone = ids.size === 0 && !isAll;
  const label = formatSelected(type, isAll ? total : ids.size, isAll);
  useAnnouncement(isNone ? undefined : label);
  const isTooMany = !isAll && ids.size > maxSelectedIds;
  const bar = (
    <section
      className={`${s.bar} cluster`}
      aria-label={`Selected ${listsByType[type]}`}
      {...{ [selectedActionsMark]: true }}
    >
      <div className={`${s.words} cluster`}>
        <strong className="num">{label}</strong>
        <PageChoice {...{ type, selected, pageIds, total }} />
        {isTooMany && (
          <p className="danger" role="alert">
            Select at most {count(maxSelectedIds)} one by one, or all of the list.
          </p>
        )}
      </div>
      {!isNone && !isTooMany && <div className={`${s.actions} cluster`}>{actions}</div>}
      <span className={s.clear}>
        <Button variant="plain" onClick={clearSelection}>
          {isNone ? 'Done' : 'Clear'}
        </Button>
      </span>
    </section>
  );
  return (
    <div className={`${s.dock} stack-small`}>
      {news}
      {(!isNone || isSelecting) && bar}
    </div>
  );
}

/** Offers to select the page, then all of the list where it has more. */
function PageChoice({ type, selected, pageIds, total }: Omit<SelectionBarProps, 'actions'>) {
  const { ids, isAll } = selected;
  const onPage = pageIds.filter((id) => id !== undefined);
  if (isAll || onPage.length === 0) return null;
  if (!onPage.every((id) => ids.has(id)))
    return (
      <span className={s.onPhone}>
        <TextButton
          onClick={({ currentTarget }) => {
            focusNext(currentTarget);
            selectedRows.set({ ...selected, ids: new Set([...ids, ...onPage]) });
          }}
        >
          Select this page
        </TextButton>
      </span>
    );
  if (total !== undefined && total <= onPage.length) return null;
  const all = total === undefined ? `all ${type}s` : `all ${count(total)} ${type}s`;
  return (
    <span>
      <span className={`${s.page} soft`}>
        {onPage.length === 1
          ? 'The only one on this page is selected. '
          : `All ${count(onPage.length)} on this page are selected. `}
      </span>
      <TextButton
        onClick={({ currentTarget }) => {
          focusNext(currentTarget);
          selectedRows.set({ ...selected, ids: new Set(), isAll: true });
        }}
      >
        Select {all} of this list
      </TextButton>
    </span>
  );
}

/** Focuses the button after one that is about to disappear. */
function focusNext(button: HTMLElement): void {
  const buttons = [...(button.closest('section')?.querySelectorAll('button') ?? [])];
  buttons[buttons.findIndex((each) => each === button) + 1]?.focus();
}

/** Returns "3 leads selected"; "All leads selected" where their number is not known. */
export function formatSelected(type: string, number: number | undefined, isAll: boolean): string {
  if (number === undefined) return `All ${type}s selected`;
  return `${isAll ? 'All ' : ''}${count(number)} ${type}${number === 1 ? '' : 's'} selected`;
}

/** Returns "Export 50 selected"; "Export all" where it is not known how many all are. */
export function formatExport({ ids, isAll }: SelectedRows, total: number | undefined): string {
  const number = isAll ? total : ids.size;
  return number === undefined ? 'Export all' : `Export ${count(number)} selected`;
}
