import type { LenderRequest } from '#contract/portal/requests.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';

/** Returns a request in one line: "Asked for: bank statements · 1 file received". */
export function describeRequest(request: LenderRequest): string {
  const { state, asked, text, reason, files } = request;
  if (state === 'returned' && reason !== '') return `Returned: ${reason}`;
  if (asked.kind === 'question') return `Question: ${text === '' ? 'since erased' : text}`;
  const what = describeRequestedItem(request);
  const received = files.length === 1 ? '1 file received' : `${files.length} files received`;
  return [
    asked.kind === 'document' ? `Asked for: ${what.toLowerCase()}` : what,
    ...(text === '' ? [] : [text]),
    ...(files.length === 0 ? [] : [received]),
  ].join(' · ');
}
