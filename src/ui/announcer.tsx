import { useSyncExternalStore } from 'react';

let message = { text: '', id: 0 };
const listeners = new Set<() => void>();

/** Tells people who use a screen reader what happened, politely; the same text again is read again. */
export function announce(text: string): void {
  message = { text, id: message.id + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The live region that {@link announce} speaks through. The frame has one; so has every dialog, because what lies outside an
 * open modal dialog is silent.
 */
export function Announcer() {
  const { text, id } = useSyncExternalStore(subscribe, () => message);
  return (
    <div aria-live="polite" className="visually-hidden" data-announcer>
      <span key={id}>{text}</span>
    </div>
  );
}
