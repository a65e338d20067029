/** One server-sent event. */
export type StreamEvent = NonNullable<ReturnType<typeof parseEvent>>;

/**
 * Calls `onEvent` for every event of a response, and `onBytes` whenever something arrived, also a
 * comment. Resolves when the response has ended.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const each of events) {
      const event = parseEvent(each);
      if (event) onEvent(event);
    }
  }
}

/** Returns an event; undefined for a comment. */
function parseEvent(text: string) {
  const fields = new Map(
    text.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    }),
  );
  if (fields.size === 0) return undefined;
  const { event = 'message', id = '', data = '' } = Object.fromEntries(fields);
  return { event, id, data };
}
