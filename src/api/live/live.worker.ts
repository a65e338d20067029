import { LiveConnection, type LiveMessage, type TabMessage } from './live-connection.ts';

// The connection of all tabs of an account in this browser. It ends with the last tab, when the
// browser ends this worker.
const ports = new Set<MessagePort>();
let connection: LiveConnection | undefined;

function post(message: LiveMessage): void {
  for (const port of ports) port.postMessage(message);
}

function handle(port: MessagePort, message: TabMessage): void {
  if (message.kind === 'leave') {
    ports.delete(port);
    return;
  }
  ports.add(port);
  if (message.kind === 'follow') connection ??= new LiveConnection(post, message.loadedSince);
  connection?.handle(message);
}

addEventListener('connect', (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  port.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => handle(port, data));
  port.start();
});
