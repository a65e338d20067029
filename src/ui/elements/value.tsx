import { dateOnly } from '#src/lib/days.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';
import { isWebAddress } from '#src/lib/web-address.ts';

import { Amount } from './amount.tsx';
import { Time } from './time.tsx';
import { WebAddress } from './web-address.tsx';

/**
 * The kind of a value, which decides how it is displayed. A browser that translates the page leaves
 * all kinds as they are but texts, dates and times.
 */
export type ValueKind = 'text' | 'name' | 'amount' | 'date' | 'time' | 'email' | 'phone' | 'id';

interface ValueProps {
  kind: ValueKind;
  /** The value's name, for the buttons beside it. */
  label: string;
  text: string;
}

/**
 * Displays a value: relative times, grouped amounts, links to open and copy. A text that can't be
 * formatted as its kind is shown as is.
 */
export function Value({ kind, label, text }: ValueProps) {
  if (isWebAddress(text)) return <WebAddress label={label} text={text} />;
  switch (kind) {
    case 'amount':
      return <Amount value={text} />;
    case 'date':
      return dateOnly(text);
    case 'time':
      return <Time value={text} />;
    case 'email':
      return (
        <a href={`mailto:${text}`} translate="no">
          {text}
        </a>
      );
    case 'phone':
      return (
        <a href={`tel:${text}`} translate="no">
          {formatPhone(text)}
        </a>
      );
    case 'id':
      return (
        <span className="mono soft" translate="no">
          {text}
        </span>
      );
    case 'name':
      return <span translate="no">{text}</span>;
    default:
      return text;
  }
}
