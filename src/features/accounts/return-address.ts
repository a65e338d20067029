import { paths } from '#src/lib/paths.ts';

/**
 * The sign-in page that leads back to an address afterwards. The address stands behind the `#`, which is never sent: a search in it
 * stays out of every log.
 */
export function signInAddress(from: URL): string {
  const to = from.pathname + from.search;
  return to === '/' ? paths.signIn() : `${paths.signIn()}#${new URLSearchParams({ to })}`;
}

/** The address that a sign-in page's hash leads back to: one of the portal, else the start page. */
export function returnAddress(hash: string): string {
  const to = new URLSearchParams(hash.slice(1)).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}
