import type { ReactNode } from 'react';

import { CopyButton } from './copy-button.tsx';

import s from './web-address.module.css';

interface WebAddressProps {
  /** What is linked, for the button beside it. */
  label: string;
  /** The address. */
  text: string;
  /** The text of the link. */
  children?: ReactNode;
}

/** A link that can be opened in a new tab or copied. */
export function WebAddress({ label, text, children }: WebAddressProps) {
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
