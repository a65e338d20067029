import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { Announcer } from './announcer.tsx';

import s from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Asked for by Escape or the close button. Without it the dialog can only be answered, not left. */
  onClose?: () => void;
  children: ReactNode;
  /** The buttons, at the foot; the main one first. */
  actions?: ReactNode;
}

/**
 * A modal dialog, open as long as it is mounted. The browser keeps the focus in it. The focus starts at the first field, or at
 * the title where there is none, so that Enter destroys nothing by itself; afterwards it returns to where it was.
 */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) element.showModal();
    const field = element?.querySelector<HTMLElement>('input, select, textarea');
    (field ?? element?.querySelector('h2'))?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-labelledby={titleId}
      closedby={onClose === undefined ? 'none' : 'closerequest'}
      onCancel={(event) => {
        // Whether it closes is for its owner to say. Events of file inputs bubble up to here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={s.head}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose !== undefined && (
          <button type="button" className={s.close} aria-label="Close" onClick={onClose}>
            <X aria-hidden />
          </button>
        )}
      </div>
      <div className={s.body}>{children}</div>
      {actions !== undefined && <div className={s.actions}>{actions}</div>}
      <Announcer />
    </dialog>
  );
}
