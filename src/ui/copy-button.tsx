import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';

import { announce } from './announcer.tsx';
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx';

import s from './copy-button.module.css';

interface CopyButtonProps {
  /** What is copied, or how it is got when it is asked for. */
  value: string | (() => string | Promise<string>);
  /** Names what is copied: "Copy application link". */
  label?: string;
  /** Draws the icon alone, beside what it copies; the label is for screen readers. */
  iconOnly?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Copies a text and says so, for two seconds and to screen readers. Where the browser rejects, it says what to do. */
export function CopyButton({
  value,
  label = 'Copy',
  iconOnly = false,
  variant = iconOnly ? 'plain' : 'bordered',
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
      announce('Not copied: select the text and copy it by hand');
    }
  }

  const shownLabel = { none: label, copied: 'Copied', rejected: 'Not copied' }[outcome];
  return (
    <Button
      variant={variant}
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
