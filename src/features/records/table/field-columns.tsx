import type { ComponentType } from 'react';

import type { ReadRecord } from '#src/api/read-record.ts';
import type { ListedRecord } from '#src/api/records/list/record-source.ts';
import { noValue } from '#src/lib/numbers.ts';
import { isEmpty } from '#src/lib/value-text.ts';

import { extraWidth, type NamedColumn } from './shown-columns.ts';

/** Returns a column for each field, by name and label, but those that are known already. */
export function fieldColumns(
  labels: Readonly<Record<string, string>>,
  known: readonly string[],
  FieldValue: ComponentType<{ name: string; label: string; value: unknown }>,
): NamedColumn<ReadRecord<ListedRecord>>[] {
  return Object.entries(labels)
    .filter(([name]) => !known.includes(name))
    .map(([name, header]) => ({
      name,
      header,
      soft: true,
      width: extraWidth,
      isExtra: true,
      cell: (row) => {
        if (!row.ok) return null;
        const value: unknown = Reflect.get(row.record.fields, name);
        return isEmpty(value) ? noValue : <FieldValue name={name} label={header} value={value} />;
      },
    }));
}
