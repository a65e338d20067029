import { expect, test, vi } from 'vitest';

import { logFailure } from './log-failure.ts';
import { markAsOutage, type OutageFailures } from './outage-failures.ts';

const openLog = () => ({ warn: vi.fn(), error: vi.fn() });

test('of several errors each is logged, and of the database no message', () => {
  const ofDatabase = Object.assign(new Error('Key (email)=(ann@clients.test)'), { code: '23505' });
  const both = new AggregateError([new Error('read-only disk'), ofDatabase], 'Not erased.');
  const log = openLog();
  logFailure(log, both, 'not done: erase', { level: 'error', requestId: 'r1' });
  expect(log.error.mock.calls).toEqual([
    [
      {
        requestId: 'r1',
        error: 'AggregateError',
        message: 'Not erased.',
        causes: [
          { error: 'Error', message: 'read-only disk' },
          { error: 'Error', code: '23505' },
        ],
      },
      'not done: erase',
    ],
  ]);
  expect(JSON.stringify(log.error.mock.calls)).not.toContain('ann@clients.test');
  expect(log.warn).not.toHaveBeenCalled();
});

test('what comes from an outage is counted instead, also as a cause, or as each of several', () => {
  const log = openLog();
  const failures: OutageFailures = new Map();
  const lost = new Error('Connection terminated unexpectedly');
  markAsOutage(lost, failures);
  for (const error of [
    lost,
    new Error('not stored', { cause: lost }),
    new AggregateError([lost, lost]),
  ])
    logFailure(log, error, 'request failed');
  expect(failures).toEqual(new Map([['request failed', 3]]));
  expect(log.warn).not.toHaveBeenCalled();
  const another = new Error('read-only disk');
  logFailure(log, new AggregateError([lost, another]), 'request failed');
  logFailure(log, another, 'request failed');
  expect(log.warn).toHaveBeenCalledTimes(2);
});
