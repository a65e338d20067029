import { describe, expect, test } from 'vitest';

import {
  openIdentityProvider,
  providerSteps,
  signInAtProvider,
} from '#server/testing/access/identity-provider.ts';
import { readCookies, readWait } from '#server/testing/access/sign-ins.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';

describe('wrong responses of a provider, by a neighbour who never stops,', () => {
  const provider = started(openIdentityProvider);
  const clock = { ms: Date.now() };
  const { service, admin } = withPeople('PostgreSQL', () => ({
    env: provider.env,
    deps: { now: () => new Date(clock.ms) },
  }));
  const steps = started(async () => providerSteps(service));
  const add = (subject: string) => {
    const claims = { email: `${subject}@harbour.test`, email_verified: true, groups: 'brokers' };
    provider.people.set(subject, { ...claims, partner: admin.partnerId });
  };
  /** Begins in a new browser, and sends a forged response of the provider. */
  const harass = async () => {
    const { headers } = await steps.begin();
    return steps.end('code=none&state=none', headers);
  };
  const merge = (...cookies: { readonly cookie: string }[]) => ({
    cookie: cookies.map(({ cookie }) => cookie).join('; '),
  });

  test('wait after a hundred, and are recorded once a minute', async () => {
    let wrong = 0;
    while ((await harass()).statusCode === 401) expect((wrong += 1)).toBeLessThan(110);
    expect(wrong).toBe(100);
    const { rows } = await service.database.pool.query(
      "select from audit_entries where kind = 'sign-in-failed'",
    );
    expect(rows).toHaveLength(1);
    const elsewhere = await service.call('POST', '/portal/session/provider', {
      payload: { response: 'code=none&state=none' },
      remoteAddress: '192.0.2.7',
    });
    expect(elsewhere.statusCode).toBe(401);
  });

  test('keep nobody waiting in a browser in which somebody has signed in', async () => {
    add('ann');
    clock.ms += 2 * 86_400_000;
    const signedIn = readCookies(await steps.signIn('ann'));
    expect(signedIn.cookie).toContain('portal-browser=');
    for (let at = 0; at < 110; at += 1) await harass();
    expect((await harass()).statusCode).toBe(429);
    const { address, headers } = await steps.begin();
    const response = await signInAtProvider(address, 'ann');
    const ended = await steps.end(response, merge(headers, signedIn));
    expect(ended.statusCode).toBe(200);
  });

  test('keep a new browser waiting for a minute at most, also if it begins again', async () => {
    add('bea');
    const first = await steps.begin();
    const early = await steps.end(await signInAtProvider(first.address, 'bea'), first.headers);
    expect(early.statusCode).toBe(429);
    expect(readWait(early)).toBeLessThanOrEqual(60);
    for (let second = 0; second < readWait(early); second += 1) {
      clock.ms += 1_000;
      await harass();
    }
    const again = await steps.begin('/', undefined, first.headers);
    const ended = await steps.end(await signInAtProvider(again.address, 'bea'), again.headers);
    expect(ended.statusCode).toBe(200);
  });

  test('slow the browser down that sends them, also if it begins again', async () => {
    clock.ms += 2 * 86_400_000;
    const { headers } = await steps.begin();
    let browser = headers;
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      statuses.push((await steps.end('code=none&state=none', browser)).statusCode);
      browser = readCookies((await steps.begin('/', undefined, browser)).response);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});
