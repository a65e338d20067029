import { useSyncExternalStore } from 'react';

/** A value that others observe. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value and notifies all listeners. */
  readonly set: (value: T) => void;
  /** Calls the listener after every change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Returns a store with an initial value. `connect` runs before the first listener subscribes, and
 * the function that it returns runs after the last one has left: for values that need a timer or
 * an event.
 */
export function createStore<T>(
  initial: T,
  connect?: (set: (value: T) => void) => () => void,
): Store<T> {
  // Subscriptions, not listeners: the same function may subscribe more than once.
  const subscriptions = new Set<{ readonly listener: () => void }>();
  let value = initial;
  let disconnect: (() => void) | undefined;

  function set(next: T): void {
    value = next;
    for (const { listener } of subscriptions) listener();
  }

  function subscribe(listener: () => void): () => void {
    if (subscriptions.size === 0) disconnect = connect?.(set);
    const subscription = { listener };
    subscriptions.add(subscription);
    return () => {
      if (subscriptions.delete(subscription) && subscriptions.size === 0) disconnect?.();
    };
  }

  return { get: () => value, set, subscribe };
}

/**
 * Returns the store of a choice that is kept in this browser, if `localStorage` is available. The
 * first of the choices is the usual one, and is not stored.
 */
export function createStoredChoice<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
): Store<T> {
  const [defaultChoice] = choices;
  const stored = inStorage((storage) => storage.getItem(key));
  const store = createStore(choices.find((choice) => choice === stored) ?? defaultChoice);
  const set = (choice: T) => {
    inStorage((storage) =>
      choice === defaultChoice ? storage.removeItem(key) : storage.setItem(key, choice),
    );
    store.set(choice);
  };
  return { ...store, set };
}

function inStorage<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(localStorage);
  } catch {
    // Storage is not available: the choice lasts until the page is left.
    return undefined;
  }
}

/** Returns the value of a store, and renders again after every change. */
export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get, get);
}
