import type { ComponentType, ReactNode } from 'react';

import type { Role } from '#contract/endpoint.ts';
import type { Session } from '#contract/portal/accounts.ts';
import type { Change } from '#contract/portal/bulk-changes.ts';
import type { Sort } from '#contract/v1/list-parameters.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import type {
  ListedRecord,
  RecordSource,
  RecordsSearch,
} from '#src/api/records/list/record-source.ts';

import type { FieldForm } from './in-place-editor.tsx';
import type { ColumnOrder } from './record-columns.tsx';
import type { NamedColumn } from './shown-columns.ts';

/** The settings that the columns of a list depend on. */
export interface ColumnsSettings {
  /** Returns what orders the list by a field. */
  readonly order: (by: string) => ColumnOrder;
  readonly sort: Sort;
  readonly role: Role;
  /** The reader as a contact: what waits on them is said as "You". */
  readonly contactId?: string | undefined;
  /** The names of the chosen columns; none: the usual ones. */
  readonly chosen?: readonly string[];
  /** The width of the amounts with their currency. */
  readonly amountsWidth?: string;
  /** Whether the records are the portal’s own, which a reader can follow up. */
  readonly home?: boolean;
}

/** What the parts know and change that choose how a list is shown. */
export interface DisplayProps {
  records: RecordDescription;
  session: Session;
  search: RecordsSearch;
  onChange: (change: Partial<RecordsSearch>) => void;
  /** Shows the same records in another way. */
  onDisplay: (change: Partial<RecordsSearch>) => void;
}

/** Shows a row beside the list. */
export interface PeekProps {
  records: RecordDescription;
  search: RecordsSearch;
  rows: readonly ReadRecord<ListedRecord>[];
  /** The id of the row. */
  id: string | undefined;
  /** Shows another row; none closes it. */
  onPeek: (row: ReadRecord<ListedRecord> | undefined) => void;
}
export type Peek = ComponentType<PeekProps>;

/** Describes the type of the records of a list for its page: leads, or deals. */
export interface RecordDescription<Item extends ListedRecord = ListedRecord> {
  readonly source: RecordSource<Item>;
  /** The name of the page. */
  readonly title: string;
  /** The field that has the amount. */
  readonly amountField: string;
  getName(this: void, record: Item): string;
  /** Returns all columns of the list, in their order. */
  getColumns(this: void, settings: ColumnsSettings): readonly NamedColumn<ReadRecord<Item>>[];
  /** Loads the function that returns a column for each field, except those with these names. */
  readonly loadFieldColumns: () => Promise<
    (known: readonly string[], settings: ColumnsSettings) => NamedColumn<ReadRecord<Item>>[]
  >;
  /** Returns the content of an empty list. */
  readonly renderEmpty: (role: Role) => ReactNode;
  /** Returns the changes that a role may make to many records. */
  readonly getChanges: (role: Role) => readonly Change['kind'][];
  /** The form of one field of a record, which columns edit in place. */
  readonly FieldForm?: FieldForm;
  /** Shows above the list how many of its records are at each status; undefined: nothing does. */
  readonly Pipeline?: ComponentType<{ search: RecordsSearch }>;
}
