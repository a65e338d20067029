import { dateOnly } from '#src/lib/dates.ts';
import { amount } from '#src/lib/numbers.ts';
import { groupedPhone } from '#src/lib/phones.ts';
import { isWebAddress } from '#src/lib/plain-text.ts';

import { Time } from './time.tsx';
import { WebAddress } from './web-address.tsx';

/** What a text stands for, and so how it is read. */
export type ValueKind = 'text' | 'amount' | 'date' | 'time' | 'email' | 'phone' | 'id';

interface ValueProps {
  kind: ValueKind;
  /** What it is called, for the buttons beside it. */
  label: string;
  text: string;
}

/** A value for reading: times as ages, amounts grouped, links to open and copy; any text that is not of its kind as it came. */
export function Value({ kind, label, text }: ValueProps) {
  if (isWebAddress(text)) return <WebAddress label={label} address={text} />;
  switch (kind) {
    case 'amount':
      return <span className="num">{amount(text)}</span>;
    case 'date':
      return dateOnly(text);
    case 'time':
      return <Time value={text} />;
    case 'email':
      return <a href={`mailto:${text}`}>{text}</a>;
    case 'phone':
      return <a href={`tel:${text}`}>{groupedPhone(text)}</a>;
    case 'id':
      return <span className="mono soft">{text}</span>;
    default:
      return text;
  }
}
