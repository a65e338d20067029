import { useRef } from 'react';

import { randomKey } from '#src/lib/random.ts';

/**
 * Returns the `Idempotency-Key` of what is sent: the same for the same content until it has
 * arrived, so that sending it again after a failure does nothing twice.
 */
export function useContentKey() {
  const sent = useRef<{ readonly content: string; readonly key: string }>(undefined);
  return {
    getKey: (content: string): string => {
      if (sent.current?.content !== content) sent.current = { content, key: randomKey() };
      return sent.current.key;
    },
    /** From now on the same content is sent anew. */
    clear: () => void (sent.current = undefined),
  };
}
