import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { databases } from '#server/testing/databases.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

describe.each(databases)('sessions on %s', (kind) => {
  let service: TestApp;
  let person: Person;
  beforeAll(async () => {
    service = await startTestApp(kind);
    person = await makePerson(service.database.db, 'broker');
  });
  afterAll(async () => service.close());

  const signIn = async (email: string, password: string) =>
    service.call('POST', '/portal/session', { payload: { email, password } });

  test('signing in answers who it is and sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn(` ${person.email.toUpperCase()} `, testPassword);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      account: { id: person.accountId, email: person.email, role: 'broker' },
      partner: { id: person.partnerId },
      contact: { id: person.contactId },
      offers: { count: true, liveChanges: false },
    });
    expect(answer.cookies).toMatchObject([
      { name: 'portal-session', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
  });

  test('a wrong password and an unknown email get the same answer', async () => {
    const wrong = await signIn(person.email, 'something else');
    const unknown = await signIn('nobody@people.test', 'something else');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
  });
});
