import { CopyButton } from './copy-button.tsx';

import s from './web-address.module.css';

interface WebAddressProps {
  /** The accessible name: "Application link". */
  label: string;
  address: string;
}

/** A link that can be opened in a new tab or copied. */
export function WebAddress({ label, address }: WebAddressProps) {
  return (
    <span className={s.webAddress}>
      <a href={address} target="_blank" rel="noreferrer" title={address}>
        Open link<span className="visually-hidden">: {label}</span>
      </a>
      <CopyButton value={address} label={`Copy ${label}`} iconOnly variant="plain" />
    </span>
  );
}
