import { EventEmitter } from 'node:events';

import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { findOutage } from '#server/errors/outage-failures.ts';

import { Outages } from './outages.ts';

const failure = (message: string, more = {}) => Object.assign(new Error(message), more);
const ofPooler = () => failure('server login has been failing', { code: '08P01' });

/** A pool whose database responds as the test says, and a log of its outages. */
function openPool() {
  let nextConnect: Promise<unknown> | undefined;
  let nextStatement: Promise<unknown> | undefined;
  let isStandby = false;
  const client = {
    query: async () => {
      const [answer, defaultAnswer] = [nextStatement, { rows: [{ is_standby: isStandby }] }];
      nextStatement = undefined;
      return answer ?? defaultAnswer;
    },
  };
  const pool = Object.assign(new EventEmitter(), {
    connect: async () => {
      const answer = nextConnect;
      nextConnect = undefined;
      await answer;
      pool.emit('acquire', client);
      return client;
    },
    query: async () => (await pool.connect()).query(),
  });
  const outages = new Outages(pool as unknown as pg.Pool, 1);
  onTestFinished(() => outages.close());
  const log: string[] = [];
  outages.addListener({
    onBegin: (error) => log.push(error.message),
    onEnd: (_ms, failures) => log.push(`back: ${[...failures.keys()].join()}`),
  });
  return {
    log,
    /** Fails a statement, at once or when the promise does; returns the error as it is marked. */
    failStatement: async (reason: Error, after: Promise<unknown> = Promise.resolve()) => {
      nextStatement = after.then(() => Promise.reject(reason));
      return expect(pool.query()).rejects.toBe(reason);
    },
    failConnect: async (reason: Error, after: Promise<unknown> = Promise.resolve()) => {
      nextConnect = after.then(() => Promise.reject(reason));
      return expect(pool.query()).rejects.toBe(reason);
    },
    answer: async () => pool.query(),
    setStandby: (is: boolean) => (isStandby = is),
    isBack: async () => vi.waitFor(() => expect(log.at(-1)).toMatch(/^back: /)),
  };
}

test('an outage begins with what nobody’s statement caused, and ends once a look finds no failure', async () => {
  const database = openPool();
  for (const error of [
    failure('duplicate key', { code: '23505', routine: '_bt_check_unique' }),
    failure('canceling statement', { code: '57014', routine: 'ProcessInterrupts' }),
    failure('wrong message', { code: '08P01', routine: 'SocketBackend' }),
    failure('no code'),
  ]) {
    await database.failStatement(error);
    expect(findOutage(error)).toBeUndefined();
  }
  expect(database.log).toEqual([]);

  database.setStandby(true);
  const errors = [ofPooler(), failure('Connection terminated unexpectedly'), ofPooler()];
  for (const error of errors) await database.failStatement(error);
  for (const error of errors) findOutage(error)?.set('request failed', 1);
  // A standby answers, and takes no changes.
  for (let look = 0; look < 20; look++) await database.answer();
  expect(database.log).toEqual(['server login has been failing']);
  database.setStandby(false);
  await database.isBack();
  expect(database.log).toEqual(['server login has been failing', 'back: request failed']);
});

test('nobody can connect: an outage, whatever the reason', async () => {
  for (const error of [
    failure('connect ECONNREFUSED', { code: 'ECONNREFUSED' }),
    failure('password authentication failed', { code: '28P01', routine: 'auth_failed' }),
    failure('Connection terminated due to connection timeout'),
  ]) {
    const database = openPool();
    await database.failConnect(error);
    expect(findOutage(error)).toBeDefined();
    expect(database.log[0]).toBe(error.message);
    await database.isBack();
  }
});

test('what began during an outage and fails after it is no other one', async () => {
  const database = openPool();
  const { promise, resolve } = Promise.withResolvers<void>();
  const [late, another] = [
    failure('PostgreSQL does not respond.', { code: 'ETIMEDOUT' }),
    ofPooler(),
  ];
  const failing = database.failStatement(late, promise);
  await database.failConnect(ofPooler());
  await database.isBack();
  resolve();
  await failing;
  expect(findOutage(late)).toBeDefined();
  expect(database.log).toHaveLength(2);
  await database.failStatement(another);
  expect(database.log).toHaveLength(3);
});

test('waiting for a connection is an outage only if the database answered nobody meanwhile', async () => {
  const database = openPool();
  const waited = () => failure('timeout exceeded when trying to connect');
  const started = Promise.withResolvers<void>();
  const busy = waited();
  const waiting = database.failConnect(busy, started.promise);
  await database.answer();
  started.resolve();
  await waiting;
  expect(findOutage(busy)).toBeUndefined();
  expect(database.log).toEqual([]);

  const unanswered = waited();
  await database.failConnect(unanswered);
  expect(findOutage(unanswered)).toBeDefined();
  expect(database.log).toEqual(['timeout exceeded when trying to connect']);
});
