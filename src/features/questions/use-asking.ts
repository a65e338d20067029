import { useEffect, useRef, useState } from 'react';

/** Returns whether the form for a question is open, and what its button needs. */
export function useAsking() {
  const [mode, setMode] = useState<'fresh' | 'asking' | 'closed'>('fresh');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (mode === 'closed') button.current?.focus();
  }, [mode]);
  return {
    isAsking: mode === 'asking',
    button,
    open: () => setMode('asking'),
    close: () => setMode('closed'),
  };
}

export type Asking = ReturnType<typeof useAsking>;
