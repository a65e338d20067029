import { expect, test, vi } from 'vitest';

import { createStore } from './store.ts';

test('a store returns its initial value, then the value that was set last', () => {
  const store = createStore('initial');
  expect(store.get()).toBe('initial');
  store.set('first');
  store.set('second');
  expect(store.get()).toBe('second');
});

test('a listener is called after every change, when the store has the new value', () => {
  const store = createStore(0);
  const values: number[] = [];
  store.subscribe(() => values.push(store.get()));
  store.set(1);
  store.set(2);
  expect(values).toEqual([1, 2]);
});

test('a listener that has unsubscribed is not called, and the others still are', () => {
  const store = createStore(0);
  const [left, stayed] = [vi.fn(), vi.fn()];
  const unsubscribe = store.subscribe(left);
  store.subscribe(stayed);
  unsubscribe();
  unsubscribe();
  store.set(1);
  expect(left).not.toHaveBeenCalled();
  expect(stayed).toHaveBeenCalledOnce();
});

test('a function that subscribed twice stays subscribed after it unsubscribes once', () => {
  const store = createStore(0);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.subscribe(listener);
  unsubscribe();
  store.set(1);
  expect(listener).toHaveBeenCalledOnce();
});

test('a store is connected while it has listeners', () => {
  const log: string[] = [];
  const store = createStore('stale', (set) => {
    set('fresh');
    log.push('connected');
    return () => log.push('disconnected');
  });
  expect(store.get()).toBe('stale');
  const unsubscribers = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  expect(store.get()).toBe('fresh');
  expect(log).toEqual(['connected']);
  for (const unsubscribe of unsubscribers) unsubscribe();
  expect(log).toEqual(['connected', 'disconnected']);
  store.subscribe(() => undefined);
  expect(log).toEqual(['connected', 'disconnected', 'connected']);
});
