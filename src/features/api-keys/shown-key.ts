import { useEffect, useState } from 'react';

import { NotConfirmed } from '#src/api/account/confirmation.ts';

/** How long a revealed key stays visible, in milliseconds. */
const shownMs = 60_000;

/** A key that is visible or masked, and the error of the last attempt to get the key. */
export type ShownKey = ReturnType<typeof useShownKey>;

/** Returns the visible API key. The key is only in this component's state. */
export function useShownKey() {
  const [shown, setShown] = useState<string>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(setShown, shownMs, undefined);
    return () => clearTimeout(timer);
  }, [shown]);

  /** Gets a key, after a password confirmation if needed. Stores a failure as `error`. */
  async function get(key: () => Promise<string>): Promise<string> {
    setError(undefined);
    try {
      return await key();
    } catch (failure) {
      if (failure instanceof Error && !(failure instanceof NotConfirmed)) setError(failure);
      throw failure;
    }
  }

  return {
    shown,
    error,
    get,
    /** Gets a key and shows it for a minute. */
    show: (key: () => Promise<string>) => void get(key).then(setShown, () => {}),
    hide: () => setShown(undefined),
  };
}
