import type { DatabaseKind } from './database/databases.ts';
import { makePerson } from './people.ts';
import { startTestApp } from './test-app.ts';

/**
 * Starts a service with a broker, a colleague and an admin of one partner, an admin of another, and
 * support.
 */
export async function startWithPeople(kind: DatabaseKind, env: Record<string, string> = {}) {
  const service = await startTestApp(kind, { env });
  const { db } = service.database;
  const broker = await makePerson(db, 'broker');
  return {
    service,
    broker,
    colleague: await makePerson(db, 'broker', broker.partnerId),
    admin: await makePerson(db, 'partner-admin', broker.partnerId),
    stranger: await makePerson(db, 'partner-admin'),
    support: await makePerson(db, 'support'),
  };
}

/** What {@link startWithPeople} returns. */
export type ServiceWithPeople = Awaited<ReturnType<typeof startWithPeople>>;
