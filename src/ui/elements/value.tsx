import type { ReactNode } from 'react';

import { dateOnly } from '#src/lib/days.ts';
import { isWebAddress } from '#src/lib/plain-text.ts';
import { formatPhone } from '#src/lib/values/phone-format.ts';

import { Amount } from './amount.tsx';
import { CopyButton } from './copy-button.tsx';
import { Time } from './time.tsx';

import s from './value.module.css';

/** The kind of a value, which decides how it is displayed. */
export type ValueKind = 'text' | 'amount' | 'date' | 'time' | 'email' | 'phone' | 'id';

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
      return <a href={`mailto:${text}`}>{text}</a>;
    case 'phone':
      return <a href={`tel:${text}`}>{formatPhone(text)}</a>;
    case 'id':
      return <span className="mono soft">{text}</span>;
    default:
      return text;
  }
}

interface WebAddressProps extends Omit<ValueProps, 'kind'> {
  /** The text of the link. */
  children?: ReactNode;
}

/** A link that can be opened in a new tab or copied. */
export function WebAddress({ label, text, children }: WebAddressProps) {
  return (
    <span className={s.webAddress}>
      <a href={text} target="_blank" rel="noreferrer" title={text}>
        {children ?? (
          <>
            Open link<span className="visually-hidden">: {label}</span>
          </>
        )}
      </a>
      <CopyButton value={text} label={`Copy ${label}`} iconOnly />
    </span>
  );
}
