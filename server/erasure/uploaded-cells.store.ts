import { secondaryIndexes, templateColumns } from '#contract/bulk-upload/lead-template.ts';

/** The template columns with a phone or email of the client. */
export const contactColumns = [...secondaryIndexes].flat();
/** Columns that can have the phone or email of someone other than the client. */
export const otherColumns = templateColumns.flatMap(({ name }, index) =>
  /^(broker|callOnBehalfOf|notes|partnerNotes)/.test(name) ? [index] : [],
);
/** Returns the names of some template columns, as an SQL list. */
export const toColumnNames = (indexes: readonly number[]) =>
  indexes.map((index) => `'${templateColumns[index]?.name}'`).join();
/**
 * Returns SQL for whether a cell is in one of these columns, or as far beside as the row has too
 * many or few.
 */
export const inColumns = (indexes: readonly number[]) =>
  `exists (select from unnest(array[${indexes.join()}]) as one
    where abs(at - 1 - one) <= abs(jsonb_array_length(cells) - ${templateColumns.length}))`;
