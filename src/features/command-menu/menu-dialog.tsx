import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

import s from './command-menu.module.css';

interface MenuDialogProps {
  /** Returns what was typed before the menu was there. */
  takeTyped?: (() => string) | undefined;
  onTyped: (text: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The modal dialog of the menu, open while it is mounted. Escape and a click beside it close it;
 * the focus then returns to where it was, unless another page takes it.
 */
export function MenuDialog({ takeTyped, onTyped, onClose, children }: MenuDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const begin = useEffectEvent(() => {
    const text = takeTyped?.() ?? '';
    if (text !== '') onTyped(text);
  });
  useLayoutEffect(() => {
    begin();
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) element.showModal();
    element?.querySelector('input')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-label="Search and commands"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={s.menu}>{children}</div>
    </dialog>
  );
}
