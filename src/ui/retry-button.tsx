import { type ComponentProps, useLayoutEffect, useRef } from 'react';

import type { Trouble } from '#src/lib/trouble.ts';

import { Button } from './button.tsx';

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  trouble: Trouble;
}

/** Tries again what could not be read. When that has worked the button is gone, and the focus goes to the page's heading. */
export function RetryButton({ trouble, size = 'medium' }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own)
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button ref={button} size={size} pending={trouble.isRetrying} onClick={trouble.onRetry}>
      {trouble.passes ? 'Try again now' : 'Try again'}
    </Button>
  );
}
