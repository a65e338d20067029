import { readFile } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';

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

/** Returns how the service speaks TLS with the certificate and the key of these files. */
export async function readTls(
  files: Readonly<Record<'cert' | 'key', string>>,
): Promise<SecureContextOptions> {
  return { ...protocol, cert: await readFile(files.cert), key: await readFile(files.key) };
}
