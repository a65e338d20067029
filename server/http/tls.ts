import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

import { ConfigError } from '#server/config/config.ts';

/**
 * What the service speaks by TLS itself: version 1.3, and of 1.2 what encrypts and authenticates
 * in one step, with keys for each connection. No CBC.
 */
const protocol = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const;

/** How the service speaks TLS, as Node takes it. */
type Tls = typeof protocol & Readonly<Record<'cert' | 'key', Buffer>>;

/**
 * Returns how the service speaks TLS with the certificate and the key of these files.
 * @throws ConfigError unless both can be read and used together
 */
export async function readTls(files: Readonly<Record<'cert' | 'key', string>>): Promise<Tls> {
  const cert = await readFile(files.cert).catch(reject('TLS_CERT can’t be read', readable));
  const key = await readFile(files.key).catch(reject('TLS_KEY can’t be read', readable));
  assertPair(cert, key);
  return { ...protocol, cert, key };
}

const readable = 'Let the portal’s user read it.';

function assertPair(cert: Buffer, key: Buffer): void {
  let isPair: boolean;
  try {
    isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
    // OpenSSL itself takes a key of another kind than the certificate’s, and then has none.
    if (isPair) createSecureContext({ ...protocol, cert, key });
  } catch (error) {
    return reject(
      'TLS_CERT and TLS_KEY can’t be used',
      'Set TLS_CERT to a certificate and TLS_KEY to its private key without a passphrase, both as PEM.',
    )(error);
  }
  if (!isPair)
    throw new ConfigError([
      'TLS_KEY is the key of another certificate than TLS_CERT: set both to files that belong together. Where TLS_CERT has several certificates, that of the portal comes first.',
    ]);
}

const reject =
  (what: string, advice: string) =>
  (error: unknown): never => {
    throw new ConfigError([`${what}: ${error instanceof Error ? error.message : ''}. ${advice}`]);
  };
