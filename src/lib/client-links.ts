import { isWebAddress } from './web-address.ts';

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
