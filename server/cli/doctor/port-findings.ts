import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

import * as z from 'zod/mini';

import type { Config } from '#server/config/config.ts';
import { serviceName } from '#server/config/service-name.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { explainListenError } from '#server/http/listen-errors.ts';

import type { Findings } from './findings.ts';

const health = z.object({ service: z.literal(serviceName) });

/**
 * Examines whether the portal can listen at its address, or does so.
 * @throws ConfigError as at the start, for an address that can’t be used
 */
export async function* examinePort(config: Config, withinMs = 10_000): Findings {
  if (config.port === 0) return;
  const error = await tryListening(config);
  if (error === undefined) {
    yield `ok: PORT ${config.port} is free.`;
    return;
  }
  if (systemErrorCode(error) !== 'EADDRINUSE') throw explainListenError(error, config);
  const signal = AbortSignal.timeout(withinMs);
  const isPortal = await readHealth(config, signal).catch(() => false);
  if (isPortal) yield `ok: The portal responds at PORT ${config.port}.`;
  else if (signal.aborted)
    yield `wrong: PORT ${config.port} is in use, and nothing responds there within ${withinMs / 1_000} s. If the portal should be there, restart it; else stop the other program, or set another PORT.`;
  else throw explainListenError(error, config);
}

/** Returns why nothing can listen there; undefined if something could. */
async function tryListening({ host, port }: Config): Promise<unknown> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    await once(server.close(), 'close');
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Returns whether the program that listens there says that it is the portal. */
async function readHealth({ host, port, tls }: Config, signal: AbortSignal): Promise<boolean> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The certificate is for the name that the proxy knows, and nothing secret is sent.
    const options = { host, port, path: '/healthz', signal, rejectUnauthorized: false };
    (tls ? https : http).get(options, resolve).on('error', reject);
  });
  return health.safeParse(JSON.parse(await text(response))).success;
}
