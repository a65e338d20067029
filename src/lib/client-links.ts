import { isWebAddress } from './plain-text.ts';

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
  const isLinkForClient = name === 'bankStatementsUpdateLink' || name === 'applicationLink';
  return isLinkForClient && typeof value === 'string' && !isClientLink(value);
}
