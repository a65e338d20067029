import { useEffect } from 'react';

import { createStore, useStore } from '#src/lib/store.ts';

const message = createStore({ text: '', id: 0 });

/** Announces a text politely to screen readers. The same text twice in a row is read out twice. */
export function announce(text: string): void {
  message.set({ text, id: message.get().id + 1 });
}

/** Removes a text that is no longer true, unless another one was announced after it. */
export function withdrawAnnouncement(text: string): void {
  if (message.get().text === text) announce('');
}

/** Announces a text when it appears, and again when it changes; undefined announces nothing. */
export function useAnnouncement(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text]);
}

/** Announces that records of a list were updated: once, not again for every further one. */
export function useUpdateAnnouncement(records: string, changed: ReadonlySet<string> = none): void {
  useAnnouncement(changed.size > 0 ? `${records} were updated` : undefined);
}
const none: ReadonlySet<string> = new Set();

/**
 * The live region in which {@link announce} puts its texts. The frame contains one, and so does
 * every dialog, because screen readers ignore live regions outside an open modal dialog.
 */
export function Announcer() {
  const { text, id } = useStore(message);
  return (
    <div aria-live="polite" className="visually-hidden" data-announcer>
      <span key={id}>{text}</span>
    </div>
  );
}
