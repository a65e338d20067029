/** As index.html has it, in the brand that the service was given. */
const meta = globalThis.document?.querySelector<HTMLMetaElement>('[name=application-name]');

let name = meta?.content ?? 'Partner portal';

/** Returns the name of the portal: the lender’s, if the operator gave one. */
export const getPortalName = () => name;

/** Sets the name for a page that the service renders. */
export function setPortalName(given: string): void {
  name = given;
}
