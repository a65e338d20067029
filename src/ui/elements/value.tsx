import type { ReactNode } from 'react';

import { dateOnly } from '#src/lib/days.ts';
import { noValue } from '#src/lib/numbers.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';

import { Amount } from './amount.tsx';
import { CopyButton } from './copy-button.tsx';
import { Time } from './time.tsx';

import s from './value.module.css';

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

/** Returns whether a text is a web address that can be opened. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

interface WebAddressProps extends Omit<ValueProps, 'kind'> {
  /** The text of the link. */
  children?: ReactNode;
}

/** A link that can be opened in a new tab or copied. */
function WebAddress({ label, text, children }: WebAddressProps) {
  return (
    <span className={s.webAddress}>
      <a className="one-line" href={text} target="_blank" rel="noreferrer" title={text}>
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

interface ClientLinkProps {
  field: ClientLinkField;
  address: string;
  /** The text of the link. */
  children?: ReactNode;
}

/**
 * A link to send to the client, with a button that copies it. A dash for an address that a client
 * can't open, which is not to be copied.
 */
export function ClientLink({ field, address, children }: ClientLinkProps) {
  if (!isClientLink(address)) return noValue;
  return (
    <WebAddress label={clientLinkLabel(field)} text={address}>
      {children}
    </WebAddress>
  );
}

/** The fields of a record that are links for its client, and what each is for. */
const clientLinks = {
  bankStatementsUpdateLink: 'Bank statement link',
  applicationLink: 'Application link',
} as const;
export type ClientLinkField = keyof typeof clientLinks;

/** Returns whether a field is a link for the client. */
export function isClientLinkField(name: string): name is ClientLinkField {
  return Object.hasOwn(clientLinks, name);
}

/** Returns what a link for the client is called: "Bank statement link for the client". */
export const clientLinkLabel = (field: ClientLinkField) => `${clientLinks[field]} for the client`;

/** Returns the label of a field. The label of a link for the client says so. */
export function getFieldLabel(name: string, label: string): string {
  return isClientLinkField(name) ? clientLinkLabel(name) : label;
}

/**
 * Returns whether a link of a record is for its client. A service whose operator has set no address
 * for the client returns the record's own page in the portal, which a client cannot open.
 */
export function isClientLink(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { origin, pathname } = new URL(text);
  return origin !== location.origin || !pathname.startsWith('/leads/');
}

/**
 * Returns whether a field is a link for the client that leads to the record's own page, which is
 * not shown as one.
 */
export function isOwnPage(name: string, value: unknown): boolean {
  return isClientLinkField(name) && typeof value === 'string' && !isClientLink(value);
}
