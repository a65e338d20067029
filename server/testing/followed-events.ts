import type { LiveEvent } from '#contract/portal/live/live-stream.ts';
import type { LiveChange } from '#contract/portal/live/live.ts';

import type { Person } from './people.ts';

/** An event as a reader gets it. */
export interface ReceivedEvent {
  readonly event: LiveEvent;
  readonly id: string;
  readonly changes: readonly LiveChange[];
}

/** A person’s open stream of events. */
export interface FollowedEvents {
  readonly status: number;
  readonly headers: Headers;
  /** The events received so far, without those that name nothing. */
  readonly events: readonly ReceivedEvent[];
  /** Everything received so far. */
  readonly text: () => string;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Follows the events that a person gets from the service at `origin`. */
export async function followEvents(
  origin: string,
  person: Person,
  { afterId, ageMs = 0 }: { afterId?: string; ageMs?: number } = {},
): Promise<FollowedEvents> {
  const closing = new AbortController();
  const response = await fetch(`${origin}/portal/events?ageMs=${ageMs}`, {
    headers: { ...person.session, ...(afterId === undefined ? {} : { 'last-event-id': afterId }) },
    signal: closing.signal,
  });
  const events: ReceivedEvent[] = [];
  let text = '';
  let read = 0;
  const started = Promise.withResolvers<void>();
  const receive = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
        const event = parseEvent(text.slice(read, end));
        read = end + 2;
        started.resolve();
        if (event && (event.event === 'again' || event.changes.length > 0)) events.push(event);
      }
    }
  };
  const ended = receive()
    .catch(() => {})
    .finally(started.resolve);
  await started.promise;
  const { status, headers } = response;
  return { status, headers, events, text: () => text, ended, close: () => closing.abort() };
}

function parseEvent(text: string): ReceivedEvent | undefined {
  const [, event, id = '', data = ''] = /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(text) ?? [];
  if (event === undefined) return undefined;
  const changes = data === '' ? [] : (JSON.parse(data) as LiveChange[]);
  return { event: event as LiveEvent, id, changes };
}
