import { Readable } from 'node:stream';

import { expect, onTestFinished, test, vi } from 'vitest';

import { readConfig } from '#server/config/config.ts';
import { makeCertificate } from '#server/testing/access/certificates.ts';

import { examineCertificate } from './certificate-findings.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('a certificate that is not valid yet, or no more, is wrong; one that ends soon is warned of', async () => {
  const config = readConfig(await makeCertificate('rsa:2048', 90));
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
