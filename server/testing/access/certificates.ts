import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { testFolder } from './with-people.ts';

/**
 * Makes a certificate for localhost with a key of a kind, such as `rsa:2048`; returns the settings
 * that name them.
 */
export async function makeCertificate(key: string, days = 2) {
  const folder = await testFolder();
  const [TLS_CERT, TLS_KEY] = [path.join(folder, 'tls.pem'), path.join(folder, 'tls.key')];
  const options = `req -x509 -newkey ${key} -nodes -days ${days} -subj /CN=localhost`;
  const files = ['-keyout', TLS_KEY, '-out', TLS_CERT];
  execFileSync('openssl', [...options.split(' '), ...files], { stdio: 'pipe' });
  return { TLS_CERT, TLS_KEY, PUBLIC_URL: 'https://localhost' };
}
