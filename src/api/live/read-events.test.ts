import { expect, test, vi } from 'vitest';

import { readEvents, type StreamEvent } from './read-events.ts';

const text =
  'event: changes\nid: a.1\ndata: [{"type":"lead","ids":["ä"]}]\n\n:\n\nevent: again\nid: a.2\ndata: \n\nevent: cut';
const expected = [
  { event: 'changes', id: 'a.1', data: '[{"type":"lead","ids":["ä"]}]' },
  { event: 'again', id: 'a.2', data: '' },
];

test.each([1, 7, 1_000])('events are read whole, in parts of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const onBytes = vi.fn();
  const events: StreamEvent[] = [];
  await readEvents(body, onBytes, (event) => events.push(event));
  expect(events).toEqual(expected);
  expect(onBytes).toHaveBeenCalledTimes(Math.ceil(bytes.length / size));
});
