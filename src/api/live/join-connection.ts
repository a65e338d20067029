import { scriptAddress } from '#src/lib/script-address.ts';

import { LiveConnection, type LiveMessage, type TabMessage } from './live-connection.ts';
import workerAddress from './live.worker.ts?worker&url';

/**
 * Joins the connection that all tabs of an account share, so that ten tabs leave the browser its
 * other connections to the service: in a shared worker or, where there is none, in the tab that
 * holds a lock.
 */
export function joinConnection(accountId: string, onMessage: (message: LiveMessage) => void) {
  const name = `portal-live-${accountId}`;
  return 'SharedWorker' in globalThis ? joinWorker(name, onMessage) : joinLeader(name, onMessage);
}

function joinWorker(name: string, onMessage: (message: LiveMessage) => void) {
  const { port } = new SharedWorker(scriptAddress(workerAddress), { type: 'module', name });
  port.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => onMessage(data));
  port.start();
  return (message: TabMessage) => port.postMessage(message);
}

function joinLeader(name: string, onMessage: (message: LiveMessage) => void) {
  // A channel delivers to all tabs but the one that posts.
  const channel = new BroadcastChannel(name);
  let leader: LiveConnection | undefined;
  let lastId: string | undefined;
  const receive = (message: LiveMessage) => {
    if (message.kind === 'changes') lastId = message.id;
    onMessage(message);
  };
  const post = (message: LiveMessage) => {
    channel.postMessage(message);
    receive(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage | TabMessage>) => {
    if (data.kind === 'follow' || data.kind === 'retry' || data.kind === 'leave')
      leader?.handle(data);
    else receive(data);
  });
  void navigator.locks.request(name, async () => {
    leader = new LiveConnection(post, performance.timeOrigin, lastId);
    // Until the tab is closed: then the lock goes to another one.
    await new Promise(() => {});
  });
  return (message: TabMessage) => {
    channel.postMessage(message);
    leader?.handle(message);
  };
}
