import { secondaryColumns, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { addToNotes, type ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { headerKey } from './header-names.ts';
import { hasJoins } from './joined-cells.ts';
import {
  type ColumnTarget,
  toColumnTargets,
  type FoundColumn,
  matchColumns,
  presentColumns,
  type RememberedTargets,
  withMissing,
} from './template-columns.ts';

/**
 * Returns the columns of a file with the targets of the parse options. `recognised`: the columns as
 * they were matched; another target was assigned by the user.
 */
export function assignedColumns(
  recognised: readonly FoundColumn[],
  columns: ParseOptions['columns'],
): FoundColumn[] {
  const present = presentColumns(recognised).map((one, columnIndex): FoundColumn => {
    const target = targetAt(columns, columnIndex);
    if (target === one.column) return one;
    const { isWholeName: _, ...rest } = one;
    return { ...rest, column: target, difference: 'assigned' };
  });
  return withMissing(present);
}

/** Returns the target of a column of the file; null if the column is ignored. */
export function targetAt(columns: ParseOptions['columns'], columnIndex: number): ColumnTarget {
  if (columns !== null) return columns[columnIndex] ?? null;
  return templateColumns[columnIndex]?.name ?? null;
}

/** Returns the columns as parse options once the user has assigned one of them. */
export function assignColumn(
  recognised: readonly FoundColumn[],
  columns: ParseOptions['columns'],
  columnIndex: number,
  target: ColumnTarget,
): ParseOptions['columns'] {
  const all =
    toColumnTargets(assignedColumns(recognised, columns)) ??
    presentColumns(recognised).map((_, index) => targetAt(null, index));
  const next = all.map((one, index) => (index === columnIndex ? target : one));
  return toColumnTargets(assignedColumns(recognised, next));
}

/** Returns the template columns that a file can fill, including those for joined values. */
export function filledColumns(columns: ParseOptions['columns']): readonly string[] {
  if (columns === null) return templateColumns.map(({ name }) => name);
  const targets = columns.filter((target) => target !== null && target !== addToNotes);
  const isJoined = (target: string) => targets.indexOf(target) < targets.lastIndexOf(target);
  const others = [
    ...[...secondaryColumns].flatMap(([column, secondary]) =>
      isJoined(column) ? [secondary] : [],
    ),
    ...(hasJoins(columns) ? ['notes'] : []),
  ];
  return [...new Set([...targets, ...others])].filter((target) => target !== null);
}

/** A target to remember for later files of the partner. */
export interface RememberedColumn {
  readonly header: string;
  readonly target: ColumnTarget;
}

/**
 * Returns the targets to remember for later files: those that the header alone doesn't give, and
 * those that replace one remembered before. Headers that stand for several targets in this file are
 * left out.
 */
export function columnsToRemember(
  recognised: readonly FoundColumn[],
  columns: ParseOptions['columns'],
  remembered: RememberedTargets,
): RememberedColumn[] {
  const present = presentColumns(recognised);
  const byName = matchColumns(present.map(({ found }) => found));
  const targets = new Map<string, Set<ColumnTarget>>();
  const news = new Map<string, ColumnTarget>();
  for (const [columnIndex, { found }] of present.entries()) {
    const key = headerKey(found);
    if (key === '') continue;
    const target = targetAt(columns, columnIndex);
    targets.set(key, (targets.get(key) ?? new Set()).add(target));
    const known = remembered.has(key) ? remembered.get(key) : byName[columnIndex]?.column;
    if (target !== known) news.set(key, target);
  }
  return [...news]
    .filter(([key]) => targets.get(key)?.size === 1)
    .map(([header, target]) => ({ header, target }));
}

/** Returns the remembered targets that a file's columns have: they are saved again as used. */
export function usedColumns(
  recognised: readonly FoundColumn[],
  columns: ParseOptions['columns'],
  remembered: RememberedTargets,
): RememberedColumn[] {
  const used = new Map<string, ColumnTarget>();
  for (const [columnIndex, { found }] of presentColumns(recognised).entries()) {
    const key = headerKey(found);
    const target = targetAt(columns, columnIndex);
    if (remembered.has(key) && remembered.get(key) === target) used.set(key, target);
  }
  return [...used].map(([header, target]) => ({ header, target }));
}
