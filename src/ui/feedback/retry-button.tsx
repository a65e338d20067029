import { type ComponentProps, useLayoutEffect, useRef } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';
import { Button } from '#src/ui/elements/button.tsx';

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  loadError: LoadError;
}

/**
 * Retries a failed request. If the button has the focus when it is removed, the focus moves to the
 * page's heading.
 */
export function RetryButton({ loadError, size = 'medium' }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own)
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button ref={button} size={size} pending={loadError.isRetrying} onClick={loadError.onRetry}>
      {loadError.isTemporary ? 'Try again now' : 'Try again'}
    </Button>
  );
}
