import type { DealAnswerFieldName } from '#contract/v1/deals.ts';
import { exactTime } from '#src/lib/dates.ts';
import { amount } from '#src/lib/numbers.ts';
import { isWebAddress, plainText } from '#src/lib/plain-text.ts';
import { Time } from '#src/ui/time.tsx';
import { WebAddress } from '#src/ui/web-address.tsx';

const timestamps: ReadonlySet<string> = new Set<DealAnswerFieldName>([
  'lastActivityDate',
  'lastCallDate',
]);
// How long ago these are stands in the page's head already.
const moments: ReadonlySet<string> = new Set<DealAnswerFieldName>([
  'statusSinceDate',
  'subStatusSinceDate',
]);
const amounts: ReadonlySet<string> = new Set<DealAnswerFieldName>([
  'amount',
  'omPrincipalAmount',
  'omPaybackAmount',
]);

interface DealValueProps {
  name: string;
  /** What it is called, for the buttons beside it. */
  label: string;
  /** As the service sent it: mostly what the contract says, but anything is shown. */
  value: unknown;
}

/** One value of a deal: times as ages, amounts grouped, links to open and copy, anything else as it came. */
export function DealValue({ name, label, value }: DealValueProps) {
  const text = plainText(value);
  if (text === '') return null;
  if (timestamps.has(name)) return <Time value={text} />;
  if (moments.has(name)) return exactTime(text);
  if (amounts.has(name)) return <span className="num">{amount(text)}</span>;
  if (isWebAddress(text)) return <WebAddress label={label} address={text} />;
  return text;
}
