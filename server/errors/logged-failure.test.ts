import { expect, test } from 'vitest';

import { loggedFailure } from './logged-failure.ts';

test('of several errors each is logged, and of the database no message', () => {
  const ofDatabase = Object.assign(new Error('Key (email)=(ann@clients.test)'), { code: '23505' });
  const both = new AggregateError([new Error('read-only disk'), ofDatabase], 'Not erased.');
  const logged = loggedFailure(both);
  expect(logged).toMatchObject({ error: 'AggregateError', message: 'Not erased.' });
  expect(logged.causes).toMatchObject([{ message: 'read-only disk' }, { code: '23505' }]);
  expect(JSON.stringify(logged)).not.toContain('ann@clients.test');
});
