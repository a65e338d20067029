import { expect, onTestFinished, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { seedRecords } from './records/seed-records.ts';
import { startStandIn } from './stand-in.ts';

test('each seeded person has several pages of leads, and deals', async () => {
  const standIn = await startStandIn({ isSeeded: true });
  onTestFinished(standIn.stop);
  const count = async (person: keyof typeof seeded) => {
    const list = async (recordType: string) => {
      const call = callsWith(standIn.url, seeded[person].token);
      const { body } = await call('GET', `/${recordType}?pageSize=100`);
      return (body as unknown[]).length;
    };
    return { leads: await list('lead'), deals: await list('deal') };
  };
  expect(await count('ada')).toEqual({ leads: 60, deals: 15 });
  expect(await count('bea')).toEqual({ leads: 40, deals: 10 });
  expect(await count('ana')).toEqual({ leads: 24, deals: 6 });
  expect(await count('sol')).toEqual({ leads: 16, deals: 4 });
  expect(await count('sam')).toEqual({ leads: 84, deals: 21 });
});

test('a converted lead names a later deal of the same contact', () => {
  const entries = seedRecords(new Date('2026-11-21T08:00:00Z'));
  const deals = new Map(
    entries.flatMap((entry) => ('deal' in entry ? [[entry.deal.id, entry.deal]] : [])),
  );
  const converted = entries.flatMap((entry) =>
    'lead' in entry && entry.lead.fields['status'] === 'Converted' ? [entry.lead] : [],
  );
  expect(converted).toHaveLength(9);
  for (const lead of converted) {
    const deal = deals.get(String(lead.fields['convertedDealId']));
    expect(deal?.fields.brokerRep).toEqual(lead.fields.brokerRep);
    expect(deal && deal.createdAt > lead.createdAt).toBe(true);
  }
});
