import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { focusTyped } from '#src/lib/type-into.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';

import s from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Called on Escape or the close button. Without it the dialog can't be dismissed. */
  onClose?: () => void;
  children: ReactNode;
  /** The buttons in the footer, the primary one first. */
  actions?: ReactNode;
}

/**
 * A modal dialog, open while it is mounted. The browser traps the focus in it. The initial focus is
 * on the field with `autofocus`, else on the first field, or on the title if there is none, so that
 * Enter can't trigger a destructive action. On close, the focus returns to where it was; to the
 * heading of the page, if that is gone.
 */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) element.showModal();
    const find = (selector: string) => element?.querySelector<HTMLElement>(selector);
    focusTyped(find('[autofocus]') ?? find('input, select, textarea') ?? find('h2'));
    return () => {
      element?.close();
      if (opener?.isConnected === false) focusHeading();
      else if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-labelledby={titleId}
      closedby={onClose === undefined ? 'none' : 'closerequest'}
      onCancel={(event) => {
        // The owner decides whether the dialog closes. Cancel events of file inputs bubble up to
        // here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={s.header}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose !== undefined && (
          <button
            type="button"
            className={`${s.close} center soft`}
            aria-label="Close"
            onClick={onClose}
          >
            <X aria-hidden />
          </button>
        )}
      </div>
      <div className={`${s.body} stack`}>{children}</div>
      {actions !== undefined && <div className={`${s.actions} cluster`}>{actions}</div>}
      <Announcer />
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** The label of the button that confirms. */
  confirm: string;
  variant?: 'main' | 'danger';
  /** Called on a click on that button. Without it there is nothing to confirm. */
  onConfirm?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  pending?: boolean;
  pendingText?: string;
  /** The error of the last attempt. */
  error?: Error | null;
  /** The label and the action of the other button. By default it closes the dialog. */
  cancel?: string;
  onCancel?: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog that asks whether to do something, or for one value. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, variant = 'main', onConfirm, onClose } = props;
  const { cancel = 'Cancel', onCancel = onClose } = props;
  const { pending = false, pendingText = 'Working on it', error, children } = props;
  const actions = (
    <>
      {onConfirm && (
        <Button {...{ variant, pending, pendingText }} onClick={onConfirm}>
          {confirm}
        </Button>
      )}
      <Button onClick={onCancel}>{cancel}</Button>
    </>
  );
  return (
    <Dialog {...{ title, onClose, actions }}>
      {children}
      {error && (
        <p role="alert" className="danger">
          {error.message}
        </p>
      )}
    </Dialog>
  );
}
