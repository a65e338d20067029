import { paths } from '#src/lib/paths.ts';

/**
 * Returns the address of the sign-in page, with the address to return to afterwards. The return
 * address is in the `#` fragment, which browsers never send: a search in the return address stays
 * out of every log.
 */
export function signInAddress(from: URL): string {
  const to = from.pathname + from.search;
  return to === '/' ? paths.signIn() : `${paths.signIn()}#${new URLSearchParams({ to })}`;
}

/**
 * Returns the address that a sign-in page's hash asks to return to. Returns the start page if the
 * address is missing or outside the portal.
 */
export function returnAddress(hash: string): string {
  const to = new URLSearchParams(hash.slice(1)).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}
