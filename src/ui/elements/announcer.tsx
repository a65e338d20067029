import { useSyncExternalStore } from 'react';

let message = { text: '', id: 0 };
const listeners = new Set<() => void>();

/** Announces a text politely to screen readers. The same text twice in a row is read out twice. */
export function announce(text: string): void {
  message = { text, id: message.id + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The live region in which {@link announce} puts its texts. The frame contains one, and so does
 * every dialog, because screen readers ignore live regions outside an open modal dialog.
 */
export function Announcer() {
  const { text, id } = useSyncExternalStore(subscribe, () => message);
  return (
    <div aria-live="polite" className="visually-hidden" data-announcer>
      <span key={id}>{text}</span>
    </div>
  );
}
