import { Button, type ButtonProps } from '#src/ui/elements/button.tsx';

import type { Asking } from './use-asking.ts';

interface AskButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  asking: Asking;
}

/** Opens the form for a question to the lender. */
export function AskButton({ asking: { isAsking, button, open }, ...look }: AskButtonProps) {
  return (
    <Button {...look} ref={button} aria-expanded={isAsking} aria-disabled={isAsking} onClick={open}>
      Ask the lender
    </Button>
  );
}
