import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  loadError: LoadError;
  /** What takes the focus when the button is removed; by default the heading. */
  next?: RefObject<HTMLElement | null>;
}

/** Retries a failed request. If the button has the focus when it is removed, the focus moves on. */
export function RetryButton({ loadError, next, ...props }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    const following = next?.current;
    return () => {
      if (document.activeElement !== own) return;
      if (following) following.focus({ preventScroll: true });
      else focusHeading();
    };
  }, [next]);
  return (
    <Button {...props} ref={button} pending={loadError.isRetrying} onClick={loadError.onRetry}>
      {loadError.isTemporary ? 'Try again now' : 'Try again'}
    </Button>
  );
}
