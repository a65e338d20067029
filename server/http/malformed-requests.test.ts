import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { beforeAll, describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

describe('a connection', () => {
  let port: number;
  let authorization: string;
  const service = withService('PostgreSQL', { deps: { arrivalMs: 500 } });
  beforeAll(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    port = Number(new URL(service.app.publicUrl).port);
    ({ authorization } = (await makePerson(service.database.db, 'broker')).bearer);
  });

  /** Sends these bytes. The client itself never closes the connection. */
  const open = (head: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(head);
    return socket;
  };
  const post = (path: string, type: string, length = 1_000_000) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const connections = async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    service.app.server.getConnections((_error, count) => resolve(count));
    return promise;
  };

  test.each([
    ['HELLO', 400, 'malformed-request', 'HELLO\r\n\r\n'],
    ['too much header', 431, 'headers-too-large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`],
  ])('with %s gets an error response, and is closed for a client that does not', async (...row) => {
    const [, status, code, bytes] = row;
    const socket = open(bytes);
    expect(await text(socket)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]*\\{"error":"[^"]+\\.","code":"${code}"\\}$`),
    );
    await expect.poll(connections).toBe(0);
    socket.destroy();
  });

  test.each([
    ['a JSON body', () => post('/api/v1/lead', 'application/json')],
    ['a JSON body that is too large', () => post('/api/v1/lead', 'application/json', 20_000_000)],
    ['an upload', () => post('/api/v1/attachment', 'multipart/form-data; boundary=b')],
    ['a body that nobody reads', () => post('/api/v1/nothing', 'text/plain')],
  ])('that stops half way through %s is closed', async (_what, head) => {
    const socket = open(`${head()}{"fields":`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d [^]*"code":"/);
    await expect.poll(connections).toBe(0);
    socket.destroy();
  });
});
