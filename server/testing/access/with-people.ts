import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, onTestFinished } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import type { Database } from '#server/db/connect.ts';
import { type DatabaseKind, openTestDatabase } from '#server/testing/database/databases.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
  testSecret,
} from '#server/testing/test-app.ts';

import { operatorClient } from './operator-client.ts';

/**
 * Starts something before the tests of a block, and closes it after them if it can be closed.
 * Returns an object that has the members of what was started once the tests run.
 */
export function started<T extends object>(start: () => Promise<T>): T {
  const members: Partial<T> & { close?: () => unknown } = {};
  beforeAll(async () => void Object.assign(members, await start()));
  afterAll(async () => members.close?.());
  return members as T;
}

/** Options of a service; a function if they are known only once something else was started. */
type Options = TestAppOptions | (() => TestAppOptions);

/** Starts a service on a fresh database for the tests of a block. */
export function withService(kind: DatabaseKind = 'PostgreSQL', options?: Options): TestApp {
  return started(async () =>
    startTestApp(kind, typeof options === 'function' ? options() : options),
  );
}

/** Starts a service on a fresh database, which is closed when the test has finished. */
export async function testService(options?: TestAppOptions): Promise<TestApp> {
  const service = await startTestApp('PostgreSQL', options);
  onTestFinished(async () => service.close());
  return service;
}

/** Opens a fresh database, which is closed when the test has finished. */
export async function testDatabase(): Promise<Database> {
  const database = await openTestDatabase('PostgreSQL');
  onTestFinished(async () => database.close());
  return database;
}

/** Makes a folder that is removed when the test has finished. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-test-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
}

/** Returns the settings of processes on a test's database, with a data folder for the test. */
export async function processSettings({ pool }: Database): Promise<Record<string, string>> {
  return {
    DATA_DIR: await testFolder(),
    DATABASE_URL: pool.options.connectionString ?? '',
    PORTAL_SECRET: testSecret,
  };
}

/**
 * Starts a service for the tests of a block, with a broker, a colleague and an admin of one
 * partner, an admin of another, support, and a program of the operator.
 */
export function withPeople(kind?: DatabaseKind, options?: Options) {
  const service = withService(kind, options);
  const person = (role: Exclude<Role, 'support'>, partner?: ContactPerson) =>
    started(async () => makePerson(service.database.db, role, partner?.partnerId));
  const broker = person('broker');
  return {
    service,
    broker,
    colleague: person('broker', broker),
    admin: person('partner-admin', broker),
    stranger: person('partner-admin'),
    support: started(async () => makePerson(service.database.db, 'support')),
    operator: started(async () => operatorClient(service)),
  };
}
