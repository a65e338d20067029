import { describe, expect, test } from 'vitest';

import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

/** A valid PDF of less than a MiB; two of them are more. */
const pdf = Buffer.concat([attachableFiles['statement.pdf'], Buffer.alloc(700 * 1024)]);

describe.each([
  ['RECORD', 'the files of a lead', { onOtherLead: 200, ofColleague: 413, ofOthers: 413 }],
  [
    'PERSON',
    'the files that one person attaches',
    { onOtherLead: 413, ofColleague: 200, ofOthers: 200 },
  ],
  [
    'PARTNER',
    'all files of your organisation',
    { onOtherLead: 413, ofColleague: 413, ofOthers: 200 },
  ],
])('with FILES_PER_%s_MB=1', (name, subject, expected) => {
  const env = { [`FILES_PER_${name}_MB`]: '1' };
  const { service, testData } = withUploads('PostgreSQL', { env });
  const upload = (files: readonly string[], leadId = testData.leadId) =>
    uploadParts(leadId, Object.fromEntries(files.map((file) => [file, pdf])));
  const sentence = `There’s no room for this file: ${subject} can have 1 MiB in total.`;

  test('a file that doesn’t fit has the sentence at its part, and none of the upload is attached', async () => {
    const response = await testData.send(upload(['june.pdf', 'july.pdf']));
    expect([response.statusCode, response.json()]).toEqual([
      413,
      {
        error: `attachments[1][file]: ${sentence}`,
        code: 'quota-exceeded',
        fields: { 'attachments[1][file]': sentence },
      },
    ]);
    expect((await testData.attached()).json()).toEqual([]);
  });

  test('what counts: files on other leads, and those of a colleague', async () => {
    expect((await testData.send(upload(['june.pdf']))).statusCode).toBe(200);
    const fields = { firstName: 'D', lastName: 'E', companyName: 'F', phone: '+6490001235' };
    const other = await service.as(testData.broker).post('/api/v1/lead', { fields });
    const onOtherLead = await testData.send(upload(['july.pdf'], other.json().id));
    expect(onOtherLead.statusCode).toBe(expected.onOtherLead);
    const { partnerId } = testData.broker;
    const person = await makePerson(service.database.db, 'partner-admin', partnerId ?? undefined);
    const ofColleague = await testData.send(upload(['july.pdf']), { person });
    expect(ofColleague.statusCode).toBe(expected.ofColleague);
  });

  test('of the files of a lead those count too that somebody attached who has changed partner', async () => {
    const first = await testData.send(upload(['june.pdf']));
    const { accountId } = await makePerson(service.database.db, 'broker');
    const attached = service.database.db.updateTable('attachments').set({ created_by: accountId });
    await attached.where('id', '=', first.json().id).execute();
    expect((await testData.send(upload(['july.pdf']))).statusCode).toBe(expected.ofOthers);
  });

  test('of uploads at the same time only those pass that fit together', async () => {
    const sent = await Promise.all(
      ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(async (file) => testData.send(upload([file]))),
    );
    const statuses = sent.map(({ statusCode }) => String(statusCode));
    expect(statuses.toSorted()).toEqual(['200', '413', '413', '413']);
  });

  test('once another file is removed, the same request is attached', async () => {
    const first = await testData.send(upload(['june.pdf']));
    const headers = { 'idempotency-key': 'once' };
    expect((await testData.send(upload(['july.pdf']), { headers })).statusCode).toBe(413);
    const removed = `/portal/attachments/${first.json().id}`;
    expect((await service.as(testData.broker).delete(removed)).statusCode).toBe(200);
    expect((await testData.send(upload(['july.pdf']), { headers })).statusCode).toBe(200);
  });
});
