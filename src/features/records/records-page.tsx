import { type ReactNode, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { useListSearch } from '#src/api/records/list/list-search.ts';
import { useListTotal } from '#src/api/records/list/list-total.ts';
import type { RecordSource } from '#src/api/records/list/record-source.ts';
import { useSession } from '#src/api/session.ts';
import { loadLazily } from '#src/lib/load-lazily.ts';
import { count } from '#src/lib/numbers.ts';
import { commandMark, type PageCommand } from '#src/lib/page-elements.ts';
import { randomKey } from '#src/lib/random.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { PopoverMenu } from '#src/ui/table/popover-menu.tsx';
import {
  type SelectedRows,
  useSelectedRows,
  clearedRows,
  selectedRows,
} from '#src/ui/table/row-selection.tsx';

import type { StartedExport } from './exports/export-notice.tsx';
import { DisplayMenu, RecordsBar } from './filters/records-bar.tsx';
import { RecordsList } from './records-list.tsx';
import type { Peek, RecordDescription } from './table/record-description.ts';

import s from './list-menu.module.css';

const SelectedRecords = lazyComponent(() =>
  loadLazily(async () => (await import('./selected-records.tsx')).SelectedRecords),
);
const InvalidSearch = lazyComponent(
  async () => (await import('./filters/invalid-search.tsx')).InvalidSearch,
);
const ExportNotice = lazyComponent(
  async () => (await import('./exports/export-notice.tsx')).ExportNotice,
);

interface RecordsPageProps {
  records: RecordDescription;
  /** Further buttons beside the heading. */
  actions?: ReactNode;
  mainAction?: ReactNode;
  /** Shows a row beside the list. */
  Peek: Peek;
}

/** The page of a list. All of its state is in the address. */
export function RecordsPage({ records, actions, mainAction, Peek }: RecordsPageProps) {
  const session = useSession();
  const { capabilities } = session;
  const { source, title, Pipeline } = records;
  const { list, pageSchema } = source;
  const [filterTitle, setFilterTitle] = useState('');
  const [viewName, setViewName] = useState('');
  const [started, setStarted] = useState<StartedExport>();
  const { search, listSearch, filters, invalidFilters, ...changes } = useListSearch(
    pageSchema,
    capabilities,
  );
  const { onSearch, onChange, onFilters, onClear, onDisplay } = changes;
  const selected = useSelectedRows(`${list}?${filters}`);
  const isInvalid = invalidFilters.length > 0;
  const query = source.query(search);
  const canExport = capabilities.exports && !isInvalid;
  const onExport = (what: StartedExport['what']) => setStarted({ what, key: randomKey() });
  return (
    <>
      <PageHeader
        title={viewName || title}
        subtitle={viewName === '' ? filterTitle : title}
        total={!isInvalid && <ListTotal {...{ query, filters }} />}
        actions={
          <>
            {actions}
            {/* A bar for a single button would be a row for it. */}
            {!capabilities.search && (
              <DisplayMenu {...{ records, session, onChange, onDisplay }} search={listSearch} />
            )}
            <ListMenu
              {...{ records, session, query, filters }}
              onExport={
                canExport ? () => onExport({ query: source.params(search).toString() }) : undefined
              }
              selected={canExport ? selected : undefined}
            />
            {mainAction}
          </>
        }
      />
      {Pipeline && capabilities.home && !isInvalid && <Pipeline search={listSearch} />}
      <RecordsBar
        {...{ records, session, onChange, onFilters, onClear, onDisplay }}
        search={listSearch}
        onSummary={setFilterTitle}
        onName={setViewName}
      />
      {started && (
        <ExportNotice
          key={started.key}
          {...{ list, started }}
          onClose={() => setStarted(undefined)}
        />
      )}
      {isInvalid ? (
        <InvalidSearch names={invalidFilters} onClear={() => onChange({})} />
      ) : (
        <>
          <RecordsList
            {...{ records, session, search, onSearch, Peek }}
            selected={canExport ? selected : undefined}
          />
          {canExport && <SelectedRecords {...{ records, search, selected, onExport }} />}
        </>
      )}
    </>
  );
}

const ViewsMenu = lazyComponent(async () => (await import('./views/views-menu.tsx')).ViewsMenu);

interface ListTotalProps {
  /** The query for the page of the list that is shown. */
  query: ReturnType<RecordSource['query']>;
  /** The search and filters alone, without the page. */
  filters: string;
}

interface ListMenuProps extends ListTotalProps {
  records: RecordDescription;
  session: Session;
  /** Exports all that the list shows; undefined if it can't. */
  onExport: (() => void) | undefined;
  /** Undefined if nothing can be selected. */
  selected: SelectedRows | undefined;
}

/** The menu of a list's less frequent actions: its export, the selection of cards, its views. */
function ListMenu({ records, session, query, filters, onExport, selected }: ListMenuProps) {
  const { type, list } = records.source;
  const total = useListTotal(query, filters);
  const { views } = session.capabilities;
  const hasRows = total !== 0;
  if (!views && onExport === undefined) return null;
  return (
    <PopoverMenu
      label="More"
      command="views"
      look="more"
      atEnd
      actions={
        <div className={s.actions}>
          {onExport && hasRows && (
            <MenuButton command="export" onClick={onExport}>
              Export {total === undefined ? list : `${count(total)} ${total === 1 ? type : list}`}
            </MenuButton>
          )}
          {selected && hasRows && (
            <span className={s.onCards}>
              <MenuButton
                onClick={() =>
                  selectedRows.set({ of: selected.of, ...clearedRows, isSelecting: true })
                }
              >
                Select {list}
              </MenuButton>
            </span>
          )}
        </div>
      }
    >
      {(onClose) =>
        views && (
          <ViewsMenu {...{ list, onClose }} canShare={session.account.role === 'partner-admin'} />
        )
      }
    </PopoverMenu>
  );
}

interface MenuButtonProps {
  /** Its name for the command menu. */
  command?: PageCommand;
  onClick: () => void;
  children: ReactNode;
}

/** An action in a menu, which closes. */
function MenuButton({ command, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={s.action}
      {...{ [commandMark]: command }}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

/** The number of all records of a list, beside its heading; nothing for zero. */
function ListTotal({ query, filters }: ListTotalProps) {
  const total = useListTotal(query, filters);
  return total ? <span className={`${s.total} soft`}>{count(total)}</span> : null;
}
