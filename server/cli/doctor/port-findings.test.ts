import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { makeCertificate } from '#server/testing/access/certificates.ts';
import { testService } from '#server/testing/access/with-people.ts';

import { examinePort } from './port-findings.ts';

const examine = async (port: number, env: Record<string, string> = {}, withinMs?: number) =>
  Readable.from(examinePort(readConfig({ PORT: String(port), ...env }), withinMs)).toArray();

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const inUse = (port: number) =>
  `PORT ${port} is in use by another program: stop it, or set another PORT.`;

test('a port that is free, or at which the portal itself responds, is right', async () => {
  const server = createTcpServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  expect(await examine(port)).toEqual([`ok: PORT ${port} is free.`]);
  // Any port: the system chooses one that is free.
  expect(await examine(0)).toEqual([]);
  const certificate = await makeCertificate('rsa:2048');
  for (const env of [{}, certificate]) {
    const { app } = await testService({ env });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port: own } = app.server.address() as AddressInfo;
    expect(await examine(own, env)).toEqual([`ok: The portal responds at PORT ${own}.`]);
  }
});

test('a port of another program is wrong in the words of the start, whatever it responds', async () => {
  for (const [status, body] of [
    [200, '{"status":"ok"}'],
    [200, '<p>Another program</p>'],
    [404, ''],
  ] as const) {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    const port = await listen(server);
    await expect(examine(port)).rejects.toMatchObject({ sentences: [inUse(port)] });
    server.closeAllConnections();
  }
  const port = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
  await expect(examine(port)).rejects.toMatchObject({ sentences: [inUse(port)] });
});

test('a port at which nothing responds in time is wrong, be it the portal or not', async () => {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const port = await listen(createTcpServer((socket) => sockets.push(socket)));
  expect(await examine(port, {}, 50)).toEqual([
    expect.stringMatching(/^wrong: PORT \d+ is in use, and nothing responds there within 0.05 s\./),
  ]);
});

test('an address that this machine does not have is wrong with what to set', async () => {
  // For documentation alone: no machine has it.
  await expect(examine(3000, { HOST: '192.0.2.1' })).rejects.toMatchObject({
    sentences: [
      'HOST 192.0.2.1 is no address of this machine: set it to one that is, such as 127.0.0.1.',
    ],
  });
});
