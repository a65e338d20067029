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

/** Returns the value of a store, and renders again after every change. */
export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get);
}
