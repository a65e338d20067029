import type { LenderRequest } from '#contract/portal/requests.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';

/** Returns the requested item: a type of document, a question, or the names of fields. */
export function describeRequestedItem({ asked, text }: LenderRequest): string {
  const labels: Readonly<Record<string, string>> = leadLabels;
  if (asked.kind === 'document') return asked.documentType;
  if (asked.kind === 'correction')
    return `Correct: ${asked.fieldNames.map((name) => labels[name] ?? name).join(', ')}`;
  return text === '' ? 'Question, since erased' : text;
}
