import { templateColumns, type TemplateColumn } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { filledColumns } from './assigned-columns.ts';

/** Columns that the service and the page fill where a file lacks them: partner and contact. */
const filledOtherwise = new Set(['brokerId', 'brokerRepId']);

/**
 * Returns the template columns that no cell of the file fills, in the template's order. Those that
 * every lead needs are errors of their own, and not among them.
 */
export function emptyColumns(columns: ParseOptions['columns']): readonly TemplateColumn[] {
  const filled = new Set(filledColumns(columns));
  return templateColumns.filter(
    ({ name, field }) => !field.required && !filled.has(name) && !filledOtherwise.has(name),
  );
}

/** How many columns a sentence names before it counts the others. */
const maxNamed = 2;

/** Returns which columns stay empty: "Trading name, ABN and 51 others stay empty." */
export function emptyColumnsSentence(empty: readonly TemplateColumn[]): string {
  const labels = empty.map(({ label }) => label);
  const others = labels.length - maxNamed;
  // One column takes no more room than "1 other".
  const named = others > 1 ? [...labels.slice(0, maxNamed), `${others} others`] : labels;
  const list = new Intl.ListFormat('en-AU').format(named);
  return `${list} ${labels.length === 1 ? 'stays' : 'stay'} empty.`;
}

/** Returns whether the sentence names all of the columns. */
export const namesAll = (empty: readonly TemplateColumn[]) => empty.length <= maxNamed + 1;

const templateOrder = new Map(templateColumns.map(({ name }, at) => [name, at]));

/** Returns whether the columns of a file that have a place in the template are in its order. */
export function isInTemplateOrder(columns: ParseOptions['columns']): boolean {
  const places = (columns ?? []).flatMap((target) => templateOrder.get(target ?? '') ?? []);
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
}
