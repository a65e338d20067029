import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';

import { expect, test } from 'vitest';

import { makeCertificate } from '#server/testing/access/certificates.ts';
import { testService } from '#server/testing/access/with-people.ts';

/** Returns the protocol that a client and the service agree on; undefined if on none. */
async function agree(port: number, client: ConnectionOptions): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...client });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().standardName}`;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

const modern = [
  [{ maxVersion: 'TLSv1.2' }, /^TLSv1.2 TLS_ECDHE_(ECDSA|RSA)_WITH_AES_256_GCM_SHA384$/],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE+CHACHA20' }, /^TLSv1.2 .*CHACHA20_POLY1305_SHA256$/],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM' }, /^TLSv1.2 .*GCM/],
  [{ minVersion: 'TLSv1.3' }, /^TLSv1.3 TLS_AES_256_GCM_SHA384$/],
] as const satisfies readonly (readonly [ConnectionOptions, RegExp])[];

/** By name in OpenSSL: CBC, and keys that are the same for every connection. */
const outdated = [
  ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384'],
  ['ECDHE-RSA-AES256-SHA384', 'ECDHE-RSA-AES128-SHA256', 'AES128-SHA', 'AES256-GCM-SHA384'],
].flat();

test.each(['ec -pkeyopt ec_paramgen_curve:prime256v1', 'rsa:2048'])(
  'by TLS itself, with a key of %s, the service takes what authenticates as it encrypts',
  async (key) => {
    const service = await testService({ env: await makeCertificate(key) });
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.server.address() as AddressInfo;
    for (const [client, agreed] of modern) expect(await agree(port, client)).toMatch(agreed);
    for (const ciphers of outdated) {
      const client = { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` } as const;
      expect([ciphers, await agree(port, client)]).toEqual([ciphers, undefined]);
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const client = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
      expect([version, await agree(port, client)]).toEqual([version, undefined]);
    }
  },
);

test('a start with a key of another certificate, or files that are none, is rejected with what to do', async () => {
  const [rsa, another] = [await makeCertificate('rsa:2048'), await makeCertificate('rsa:2048')];
  const ec = await makeCertificate('ec -pkeyopt ec_paramgen_curve:prime256v1');
  const start = async (env: Record<string, string>) => testService({ env: { ...rsa, ...env } });
  for (const { TLS_KEY = '' } of [another, ec])
    await expect(start({ TLS_KEY })).rejects.toMatchObject({
      sentences: [
        expect.stringMatching(/^TLS_KEY is the key of another certificate than TLS_CERT/),
      ],
    });
  const unusable = expect.stringMatching(/^TLS_CERT and TLS_KEY can’t be used: .+\. Set TLS_CERT/);
  for (const env of [{ TLS_CERT: rsa['TLS_KEY'] }, { TLS_KEY: rsa['TLS_CERT'] }])
    await expect(start(env as Record<string, string>)).rejects.toMatchObject({
      sentences: [unusable],
    });
  await expect(start({ TLS_KEY: path.dirname(rsa['TLS_KEY'] ?? '') })).rejects.toMatchObject({
    sentences: [expect.stringMatching(/^TLS_KEY can’t be read: EISDIR.*Let the portal’s user/)],
  });
});
