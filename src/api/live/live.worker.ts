import { LiveConnection } from './live-connection.ts';
import type { LiveMessage, TabMessage } from './live-messages.ts';

// The connection of all tabs of a browser.
const ports = new Set<MessagePort>();
let connection: LiveConnection | undefined;

function post(message: LiveMessage): void {
  for (const port of ports) port.postMessage(message);
}

addEventListener('connect', (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  ports.add(port);
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'follow') connection ??= new LiveConnection(post, data.loadedSince);
    connection?.handle(data);
  });
  port.start();
});
