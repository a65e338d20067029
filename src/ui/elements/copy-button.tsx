import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';

import { announce } from './announcer.tsx';
import { Button, type ButtonSize } from './button.tsx';

import s from './copy-button.module.css';

interface CopyButtonProps {
  /** The text to copy, or a function that returns the text when the button is pressed. */
  value: string | (() => string | Promise<string>);
  /** The button's label, which names the copied value: "Copy application link". */
  label?: string;
  /** Shows the icon alone; the label is then for screen readers and the tooltip. */
  iconOnly?: boolean;
  size?: ButtonSize;
}

/**
 * Copies a text to the clipboard, shows the outcome for two seconds and announces it. If the
 * browser rejects the copy, the announcement says how to copy by hand.
 */
export function CopyButton({
  value,
  label = 'Copy',
  iconOnly = false,
  size = iconOnly ? 'icon' : 'small',
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'rejected'>('none');
  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(setOutcome, 2000, 'none');
    return () => clearTimeout(timer);
  }, [outcome]);

  async function handleCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof value === 'string' ? value : await value());
      setOutcome('copied');
      announce('Copied');
    } catch {
      setOutcome('rejected');
      announce('Couldn’t copy: select the text and copy it manually');
    }
  }

  const shownLabel = { none: label, copied: 'Copied', rejected: 'Couldn’t copy' }[outcome];
  return (
    <Button
      variant={iconOnly ? 'plain' : 'bordered'}
      size={size}
      aria-label={label}
      title={iconOnly ? label : undefined}
      onClick={() => void handleCopy()}
    >
      {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {!iconOnly && (
        <span className={s.labels}>
          <span>{shownLabel}</span>
          <span className={s.widest}>{label}</span>
        </span>
      )}
    </Button>
  );
}
