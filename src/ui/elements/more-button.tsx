import type { ReactNode } from 'react';

import s from './more-button.module.css';

interface MoreButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Shows and hides further content above the button: "Show 3 empty fields". */
export function MoreButton({ isOpen, onToggle, children }: MoreButtonProps) {
  return (
    <button type="button" className={s.more} aria-expanded={isOpen} onClick={onToggle}>
      {children}
    </button>
  );
}
