import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

/** A password that nobody has. */
export const wrongPassword = 'something else';
/** The attackers’ networks. */
export const networks = Array.from({ length: 200 }, (_, at) => `198.51.100.${at}`);

interface From {
  readonly remoteAddress?: string | undefined;
  readonly headers?: Record<string, string>;
}

/** Returns the statuses of responses. */
export const statuses = (responses: readonly LightMyRequestResponse[]) =>
  responses.map(({ statusCode }) => statusCode);
/** Returns the seconds that a response says to wait. */
export const readWait = ({ headers }: LightMyRequestResponse) =>
  Number(headers['retry-after'] ?? 0);
/** Returns the cookies that a browser sends after this response. */
export const readCookies = ({ cookies }: LightMyRequestResponse) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});

/**
 * Starts a service with a clock for the tests of a block. Returns it with what people and attackers
 * do there.
 */
export function prepareSignIns(kind: DatabaseKind) {
  let service: TestApp;
  const clock = { ms: Date.parse('2026-11-22T08:00:00Z') };
  const now = () => new Date(clock.ms);
  beforeAll(async () => {
    service = await startTestApp(kind, { deps: { now } });
  });
  afterAll(async () => service.close());
  let elsewhere = '';
  let tests = 0;
  beforeEach(() => {
    elsewhere = `203.0.113.${(tests += 1)}`;
  });

  const person = async () => makePerson(service.database.db, 'broker');
  const signIn = async (
    email: string,
    password: string,
    from: From = {},
    app = service.app,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/portal/session',
      payload: { email, password },
      ...from,
      remoteAddress: from.remoteAddress ?? elsewhere,
    });
  const guesses = async (email: string, count: number, addressOf: (at: number) => string) => {
    const responses: LightMyRequestResponse[] = [];
    for (let at = 0; at < count; at += 1)
      responses.push(await signIn(email, wrongPassword, { remoteAddress: addressOf(at) }));
    return responses;
  };
  const knownBrowser = async ({ email }: Person) => {
    const headers = readCookies(await signIn(email, testPassword));
    expect(headers.cookie).toContain('portal-browser=');
    return headers;
  };
  return {
    get service() {
      return service;
    },
    /** A different network for each test. */
    get elsewhere() {
      return elsewhere;
    },
    clock,
    now,
    person,
    signIn,
    guesses,
    knownBrowser,
  };
}
