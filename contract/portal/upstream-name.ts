/** The name of the existing service behind the portal, unless `UPSTREAM_NAME` is set. */
export const defaultUpstreamName = 'the lender’s system';

/**
 * Returns the name of the existing service as a sentence begins with it: “The lender’s
 * system”. A name that is written with a small letter before a capital one, such as “iCRM”,
 * stays as it is.
 */
export function capitalizeName(name: string): string {
  return name.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());
}
