import { expect, test } from 'vitest';

import { phoneForms, recogniseAny } from './likeness.rules.ts';

test.each([
  ['+61412345678', ['61412345678', '0412345678', '412345678', '610412345678', '001161412345678']],
  ['+6591234567', ['6591234567', '91234567']],
  ['+36201234567', ['36201234567', '06201234567', '201234567']],
])('%s is also found as dialled in its country and from abroad', (phone, forms) => {
  expect(phoneForms(phone)).toEqual(expect.arrayContaining(forms));
});

test('a number of an unknown country has at least its digits', () => {
  expect(phoneForms('+999123456789')).toEqual(expect.arrayContaining(['999123456789']));
});

test.each([
  [
    '+61491570156',
    [
      '0491 570 156',
      '491570156',
      '+61 (0)491 570 156',
      '0061/491/570156',
      'Ask 0491 570 156.',
      '0491 570 110, 0491-570-156',
      '0491 570 110 / 0491 570 156',
      '+61491570110+61491570156',
      'mobile0491570156',
      '0491\n570\n156',
    ],
    ['0491 570 157', '10491570156', '+65 491 570 156', '0491 570 156 7', '049', ''],
  ],
  // The number of somebody in Perth has the eight digits too.
  ['+6591234567', ['9123 4567', '+65 9123 4567'], ['+61 9123 4567', '61 9123 4567']],
  ['+6834002', ['+683 4002', '006834002'], ['4002']],
  [
    'Ann@clients.test',
    [
      'ann@CLIENTS.test',
      ' ann@clients.test ',
      'Ask ann@clients.test.',
      '<ann@clients.test>',
      'annclientstest',
    ],
    [
      'joann@clients.test',
      'jo.ann@clients.test',
      "o'ann@clients.test",
      'ann@clients.test.au',
      'ann@clients.tests',
      'ann@clients',
    ],
  ],
  [
    'Zoë Erasable',
    ['for zoe ERASABLE', '["Leads","Zoë Erasable"]', 'mszoeerasable'],
    ['zoë', 'Zoë Erasables', 'Zoë and Erasable'],
  ],
  [
    '1 Erasable St',
    ['At 1 Erasable St, Sydney', '1erasablest'],
    ['21 Erasable St', '21erasablest'],
  ],
  ['1984-03-14', ['born 1984/03/14', 'born19840314'], ['119840314', '1984-03']],
  ['王小明商店', ['王小明商店', '客户王小明商店'], ['王小明']],
  ['Kauri', [], ['Kauri', 'kauri']],
])('%s is recognised as a whole alone', (identifier, own, others) => {
  const isAbout = recogniseAny([identifier]);
  expect(own.filter((text) => !isAbout(text))).toEqual([]);
  expect(others.filter((text) => isAbout(text))).toEqual([]);
});
