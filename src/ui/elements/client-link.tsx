import type { ReactNode } from 'react';

import { type ClientLinkField, clientLinkLabel, isClientLink } from '#src/lib/client-links.ts';
import { noValue } from '#src/lib/numbers.ts';

import { CopyButton } from './copy-button.tsx';

import s from './value.module.css';

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
    <span className={s.webAddress}>
      <a href={address} target="_blank" rel="noreferrer" title={address}>
        {children ?? (
          <>
            Open link<span className="visually-hidden">: {clientLinkLabel(field)}</span>
          </>
        )}
      </a>
      <CopyButton
        value={address}
        label={`Copy ${clientLinkLabel(field)}`}
        iconOnly
        variant="plain"
      />
    </span>
  );
}
