import { expect, it } from 'vitest';

import { plainNames } from './header-names.ts';

it('a header is known without its asides, its unit and the person it is about', () => {
  expect(plainNames('Client: Amount (required) - AUD')).toEqual([
    'clientamountrequiredaud',
    'clientamount',
    'amount',
  ]);
});

it.each([' ', '_', '-', ','])(
  'a megabyte of %j in a header costs little processor time',
  (sign) => {
    const start = process.threadCpuUsage();
    expect(plainNames(`Email${sign.repeat(2 ** 20)}x`)).toEqual(['emailx']);
    expect(process.threadCpuUsage(start).user).toBeLessThan(5_000_000);
  },
);
