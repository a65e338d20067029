import type { FastifyReply } from 'fastify';
import { Counter, Gauge } from 'prom-client';

import type { LiveEvent } from '#contract/portal/live/live-stream.ts';

/**
 * How much may wait for a reader, in bytes. A reader who doesn't take it is dropped: it reads again
 * once it is back.
 */
const maxWaitingBytes = 65_536;

/** The open streams of this process, and what is sent to their readers. */
export const liveMetrics = {
  streams: new Gauge({
    name: 'portal_live_streams',
    help: 'Open streams of changes',
    registers: [],
  }),
  events: new Counter({
    name: 'portal_live_events_total',
    help: 'Events sent to the readers of streams of changes',
    registers: [],
  }),
};

/** A response of server-sent events that is still open. */
export interface EventStream {
  send(text: string): void;
  end(): void;
}

/** Returns the text of an event. */
export function eventText(event: LiveEvent, id: string, data = ''): string {
  return `event: ${event}\nid: ${id}\ndata: ${data}\n\n`;
}

/** A comment, which a browser ignores; it keeps proxies from closing a quiet connection. */
export const heartbeat = ':\n\n';

/** Begins a response of server-sent events. `onClose` is called once it has ended. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack();
  liveMetrics.streams.inc();
  raw.once('close', onClose).once('close', () => liveMetrics.streams.dec());
  raw.writeHead(200, {
    ...definedHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would collect the events before it forwards them.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  return {
    send: (text) => {
      // Ended, but not yet closed: writing would be an error of the process.
      if (raw.writableEnded) return;
      if (raw.writableLength > maxWaitingBytes) raw.destroy();
      else raw.write(text);
      if (text !== heartbeat) liveMetrics.events.inc();
    },
    end: () => {
      if (raw.writableLength > 0) raw.destroy();
      else raw.end();
    },
  };
}

/** Returns the headers that every response has, which a hijacked reply would not send. */
function definedHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
