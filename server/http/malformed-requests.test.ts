import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

test('bytes that are not an HTTP request get an error response, and the connection ends', async () => {
  const service = await startTestApp('PostgreSQL');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(service.app.publicUrl).port);
  const send = async (words: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(words);
    return text(socket);
  };
  expect(await send('HELLO\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 [^]*\{"error":"[^"]+\.","code":"malformed-request"\}$/,
  );
  expect(await send(`GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 [^]*\{"error":"[^"]+\.","code":"headers-too-large"\}$/,
  );
  await service.close();
});
