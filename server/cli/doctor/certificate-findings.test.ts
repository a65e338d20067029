import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Readable } from 'node:stream';

import { expect, onTestFinished, test, vi } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { testFolder } from '#server/testing/access/with-people.ts';

import { examineCertificate } from './certificate-findings.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('a certificate that is not valid yet, or no more, is wrong; one that ends soon is warned of', async () => {
  const folder = await testFolder();
  const [TLS_CERT, TLS_KEY] = [path.join(folder, 'tls.pem'), path.join(folder, 'tls.key')];
  const make = `req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=localhost`;
  const files = ['-keyout', TLS_KEY, '-out', TLS_CERT];
  execFileSync('openssl', [...make.split(' '), ...files], { stdio: 'pipe' });
  const config = readConfig({ PUBLIC_URL: 'https://localhost', TLS_CERT, TLS_KEY });
  const today = Date.now();
  onTestFinished(() => void vi.useRealTimers());
  for (const [days, finding] of [
    [-1, /^wrong: The certificate of TLS_CERT is not valid before .*\. Set the clock/],
    [1, /^ok: The certificate of TLS_CERT is valid for 8\d days\.$/],
    [70, /^warning: The certificate of TLS_CERT is valid for (19|20) days/],
    [91, /^wrong: The certificate of TLS_CERT has expired: .*\. Renew it\.$/],
  ] as const) {
    vi.useFakeTimers({ now: today + days * dayMs, toFake: ['Date'] });
    expect(await Readable.from(examineCertificate(config)).toArray()).toEqual([
      expect.stringMatching(finding),
    ]);
  }
});
