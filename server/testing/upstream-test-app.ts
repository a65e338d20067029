import type { RequestListener } from 'node:http';

import type { AppDeps } from '#server/app.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';

import { type FakeService, startFakeService } from './fake-service.ts';
import { type Person, makePerson } from './people.ts';
import { startTestApp, type TestApp, testSecrets } from './test-app.ts';

/**
 * The ways to call the portal: a program with the key of the upstream service, or a signed-in
 * browser.
 */
export interface CallerHeaders {
  readonly program: Record<string, string>;
  readonly browser: Record<string, string>;
}

/** A listening portal in front of an upstream service, with a broker who has a key there. */
export interface UpstreamTestApp {
  readonly testApp: TestApp;
  readonly origin: string;
  readonly broker: Person;
  /** The headers of each of the broker’s ways. */
  readonly headers: CallerHeaders;
  /** Returns everything logged so far. */
  readonly log: () => string;
  close(): Promise<void>;
}

/** Timeouts that no response reaches, however busy the machine is. */
export const timeouts = { connect: 30_000, headers: 30_000, body: 30_000, whole: 60_000 };
/** The same of a batch of rows. */
export const longBatchTimeouts = { sendingMs: 60_000, searchMs: 60_000 };
/** Timeouts short enough to test what happens after them. */
export const shortTimeouts = { connect: 2_000, headers: 500, body: 500, whole: 1_000 };

interface Options {
  readonly env?: Record<string, string>;
  readonly deps?: Partial<AppDeps>;
}

/**
 * Starts a portal in front of the upstream service at a URL; the broker’s key there is `token`.
 */
export async function startInFrontOf(
  url: string,
  token: string,
  { env = {}, deps = {} }: Options = {},
): Promise<UpstreamTestApp> {
  const lines: string[] = [];
  const testApp = await startTestApp('PostgreSQL', {
    env: { UPSTREAM_URL: url, ...env },
    deps: {
      upstreamTimeouts: timeouts,
      batchTimeouts: longBatchTimeouts,
      logStream: { write: (line) => void lines.push(line) },
      ...deps,
    },
  });
  const { db } = testApp.database;
  const broker = await makePerson(db, 'broker');
  await storeEnteredKey(db, testSecrets.apiKeys, broker.accountId, token);
  const origin = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    testApp,
    origin,
    broker,
    headers: {
      program: { authorization: `Bearer ${token}` },
      browser: await signInBrowser(testApp, broker),
    },
    log: () => lines.join(''),
    close: async () => testApp.close(),
  };
}

/** Returns the headers that a signed-in person’s browser sends to the API. */
export async function signInBrowser(
  testApp: TestApp,
  { session }: Pick<Person, 'session'>,
): Promise<{ authorization: string }> {
  const response = await testApp.call('POST', '/portal/access-token', { headers: session });
  return { authorization: `Bearer ${response.json<{ accessToken: string }>().accessToken}` };
}

/** A portal in front of a fake service, and that service. */
export interface FakeUpstream extends UpstreamTestApp {
  readonly service: FakeService;
}

interface FakeOptions extends Options {
  readonly token?: string;
  /** What `UPSTREAM_URL` has after the origin. */
  readonly basePath?: string;
}

/** Starts a fake service with this listener, and a portal in front of the service. */
export async function startInFrontOfFake(
  listener: RequestListener,
  { token = 'a-token-of-theirs', basePath = '', ...options }: FakeOptions = {},
): Promise<FakeUpstream> {
  const service = await startFakeService(listener);
  const portal = await startInFrontOf(service.url + basePath, token, options);
  return {
    ...portal,
    service,
    close: async () => {
      await portal.close();
      service.close();
    },
  };
}
