import type { LenderRequest } from '#contract/portal/requests.ts';
import { quantity } from '#src/lib/numbers.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';

/**
 * Returns what a request asks for, in the lender's words: "Send bank statements: “April to June” ·
 * 1 file received".
 */
export function describeRequest(request: LenderRequest): string {
  const { state, asked, text, reason, files } = request;
  const words = text === '' ? '' : `“${text}”`;
  const item = describeRequestedItem(request);
  const what = {
    question: words || item,
    document: joinWords(
      `Send ${item.replaceAll(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
      words,
    ),
    correction: joinWords(item.replace(/^Correct: /, 'Correct '), words),
  }[asked.kind];
  return [
    ...(state === 'returned' ? [joinWords('Returned', reason && `“${reason}”`)] : []),
    what,
    ...(files.length === 0 ? [] : [`${quantity(files.length, 'file')} received`]),
  ].join(' · ');
}

function joinWords(start: string, words: string): string {
  return words === '' ? start : `${start}: ${words}`;
}
