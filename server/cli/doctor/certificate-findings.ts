import { X509Certificate } from 'node:crypto';

import type { Config } from '#server/config/config.ts';
import { readTls } from '#server/http/tls.ts';

import type { Findings } from './findings.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Examines the certificate by which the portal itself speaks https, and its key. */
export async function* examineCertificate({ tls }: Config): Findings {
  if (!tls) return;
  const { validFrom, validTo } = new X509Certificate((await readTls(tls)).cert);
  const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs);
  if (Date.parse(validFrom) > Date.now())
    yield `wrong: The certificate of TLS_CERT is not valid before ${validFrom}. Set the clock of this machine by NTP, or use another certificate.`;
  else if (days > 30) yield `ok: The certificate of TLS_CERT is valid for ${days} days.`;
  else if (days < 0) yield `wrong: The certificate of TLS_CERT has expired: ${validTo}. Renew it.`;
  else yield `warning: The certificate of TLS_CERT is valid for ${days} days. Renew it.`;
}
