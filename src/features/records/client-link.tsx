import { type ClientLinkField, clientLinkLabel, isClientLink } from '#src/lib/client-links.ts';
import { noValue } from '#src/lib/numbers.ts';
import { WebAddress } from '#src/ui/elements/web-address.tsx';

interface ClientLinkProps {
  field: ClientLinkField;
  address: string;
}

/**
 * A link to send to the client, with a button that copies it. A dash for an address that a client
 * can't open, which is not to be copied.
 */
export function ClientLink({ field, address }: ClientLinkProps) {
  if (!isClientLink(address)) return noValue;
  return <WebAddress label={clientLinkLabel(field)} text={address} />;
}
