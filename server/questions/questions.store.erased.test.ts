import { expect, test } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { Question } from '#contract/portal/questions.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { testFiles } from '#server/testing/test-app.ts';

const people = withPeople();

test('questions about an erased person have no texts any more, also those of the deal, and nor have history and feed', async () => {
  const { service, broker, operator } = people;
  const lead = await submitLead(service, broker, { firstName: 'Pia', lastName: 'Vanisher' });
  const converted = await operator.send('POST', `/leads/${lead}/conversion`, { fields: {} });
  const { dealId: deal } = converted.json<{ dealId: string }>();
  const { session: headers } = broker;
  const addresses = [`/portal/leads/${lead}`, `/portal/deals/${deal}`];
  for (const address of addresses) {
    const payload = { text: 'Does Pia Vanisher need a guarantor?' };
    const asked = await service.call('POST', `${address}/questions`, { headers, payload });
    const { id } = asked.json<{ id: string }>();
    await operator.send('PUT', `/questions/${id}/answer`, { text: 'Vanisher does.' });
  }
  const { db } = service.database;
  const read = async <T>(address: string) =>
    (await service.call('GET', address, { headers })).json<T>();

  const files = testFiles(service);
  expect(await erase(db, files, ['lead', lead])).toContain(
    'Questions to the lender, and their answers: 2.',
  );
  await erase(db, files, ['lead', lead, '--yes']);
  for (const address of addresses) {
    const [question] = await read<Question[]>(`${address}/questions`);
    expect(question).toMatchObject({ state: 'answered', text: '', answer: '' });
    expect(JSON.stringify(await read<HistoryPage>(`${address}/history`))).not.toMatch(/vanish/i);
  }
  const feed = (await operator.send('GET', '/changes?limit=1000')).json<FeedEntry[]>();
  expect(JSON.stringify(feed)).not.toMatch(/vanish/i);
});
