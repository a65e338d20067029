import { useEffect, useState } from 'react';

import { NotConfirmed, type PasswordGate } from './password-gate.tsx';

/** How long a shown key stays in sight, in milliseconds. */
const shownFor = 60_000;

/** A key that is in sight or not, and why the last one could not be got. */
export interface ShownKey {
  shown: string | undefined;
  error: Error | undefined;
  /** Gets a key, after the password where that is due; a failure is kept as `error`. */
  get: (key: () => Promise<string>) => Promise<string>;
  /** Gets a key and shows it for a minute. */
  show: (key: () => Promise<string>) => void;
  hide: () => void;
}

/** The API key in sight. It is in no memory but this component's. */
export function useShownKey({ confirmed }: PasswordGate): ShownKey {
  const [shown, setShown] = useState<string>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(setShown, shownFor, undefined);
    return () => clearTimeout(timer);
  }, [shown]);

  async function get(key: () => Promise<string>): Promise<string> {
    setError(undefined);
    try {
      return await confirmed(key);
    } catch (failure) {
      if (failure instanceof Error && !(failure instanceof NotConfirmed)) setError(failure);
      throw failure;
    }
  }

  return {
    shown,
    error,
    get,
    show: (key) => void get(key).then(setShown, () => {}),
    hide: () => setShown(undefined),
  };
}
