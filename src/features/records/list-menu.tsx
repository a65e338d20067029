import type { ReactNode } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { type TotalQuery, useListTotal } from '#src/api/records/list/list-page.ts';
import { count } from '#src/lib/numbers.ts';
import { later } from '#src/ui/elements/later.tsx';
import { PopoverMenu } from '#src/ui/table/popover-menu.tsx';
import { clearedRows, type SelectedRows, selectedRows } from '#src/ui/table/row-selection.tsx';

import type { RecordType } from './table/record-type.ts';

import s from './list-menu.module.css';

const ViewsMenu = later(async () => (await import('./views/views-menu.tsx')).ViewsMenu);

interface ListTotalProps {
  /** The query for the page of the list, or for the board, that is shown. */
  query: TotalQuery;
  /** The search and filters alone, without the page. */
  filters: string;
}

interface ListMenuProps extends ListTotalProps {
  records: RecordType;
  session: Session;
  /** Exports all that the list shows; undefined if it can't. */
  onExport: (() => void) | undefined;
  /** Undefined if nothing can be selected. */
  selected: SelectedRows | undefined;
}

/** Offers what is rarely needed of a list: its export, the selection of cards, its views. */
export function ListMenu({ records, session, query, filters, onExport, selected }: ListMenuProps) {
  const { type, list } = records.source;
  const total = useListTotal(query, filters);
  const { views } = session.capabilities;
  const hasRows = total !== 0;
  if (!views && onExport === undefined) return null;
  return (
    <PopoverMenu
      label="More"
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
  command?: string;
  onClick: () => void;
  children: ReactNode;
}

/** An act in a menu, which closes. */
function MenuButton({ command, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={s.action}
      data-command={command}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

/** The number of all records that a list shows, beside its heading; none is not said. */
export function ListTotal({ query, filters }: ListTotalProps) {
  const total = useListTotal(query, filters);
  return total ? <span className={s.total}>{count(total)}</span> : null;
}
