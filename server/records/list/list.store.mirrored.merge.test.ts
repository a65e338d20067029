import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test, vi } from 'vitest';

import { operatorClient } from '#server/testing/access/operator-client.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { ListMirror } from '#server/testing/leads/list-mirror.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makePerson } from '#server/testing/people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

const durationMs = isLongRun ? 60_000 : 1_000;
const leads = isLongRun ? 300 : 20;

describe.each(databases)('mirrors of the leads and deals on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { service, admin, broker, colleague, bulk } = calls;

  test(
    'have everything, beside edits, files, calls, conversions and bulk changes',
    { timeout: 300_000 },
    async () => {
      const [operator, reader] = [await operatorClient(service), await operatorClient(service)];
      // By two people, so that neither exceeds the limit of requests in a minute.
      const editor = await makePerson(service.database.db, 'partner-admin', admin.partnerId);
      const made = Array.from({ length: leads }, async () => calls.made(broker));
      const ids = await Promise.all(made);

      const edit = async (id: string, count: number) =>
        service.as(editor).patch(`/api/v1/lead/${id}`, { fields: { notes: `Note ${count}` } });
      const handleFile = async (id: string, count: number) => {
        const parts = uploadParts(id, { 'june.pdf': attachableFiles['statement.pdf'] });
        const { payload, contentType } = await multipart(parts);
        const headers = { ...editor.bearer, 'content-type': contentType };
        const sent = await service.call('POST', '/api/v1/attachment', { headers, payload });
        await service.call(
          count % 2 === 0 ? 'PATCH' : 'DELETE',
          `/portal/attachments/${sent.json().id}`,
          { headers: editor.session, ...(count % 2 === 0 && { payload: { type: 'Image' } }) },
        );
      };
      const callOrConvert = async (id: string, count: number) =>
        operator.send('POST', `/leads/${id}/${count % 5 === 0 ? 'conversion' : 'calls'}`, {
          ...(count % 5 === 0 && { fields: {} }),
        });
      const reassignAll = async (_id: string, count: number) => {
        const { contactId: brokerRepId } = count % 2 === 0 ? colleague : broker;
        const change = { kind: 'reassign', brokerRepId } as const;
        const { id } = await bulk.made(admin, { query: '' }, change);
        if (count % 3 === 0) await bulk.undo(admin, id);
      };

      const end = Date.now() + durationMs;
      const written = new AbortController();
      const writing = Promise.all(
        [edit, handleFile, callOrConvert, reassignAll].map(async (write) => {
          for (let count = 0; count < 3 || Date.now() < end; count += 1)
            await write(ids[(count * 7) % ids.length] ?? '', count);
        }),
      ).finally(() => written.abort());
      const mirrors = [
        new ListMirror(reader, '/leads'),
        new ListMirror(reader, '/leads', 'sort=updatedAt&pageSize=7'),
        new ListMirror(reader, '/deals'),
      ];
      await Promise.all([
        writing,
        ...mirrors.map(async (mirror) => {
          for (; !written.signal.aborted; await wait(50)) await mirror.readPage();
        }),
      ]);
      // A change of the present millisecond is returned in the next one.
      await vi.waitFor(
        async () => {
          const [own, sorted, deals] = await Promise.all(mirrors.map(async (one) => one.readOn()));
          const stored = await new ListMirror(reader, '/leads').readOn();
          expect(Object.keys(stored)).toHaveLength(leads);
          expect([own, sorted]).toEqual([stored, stored]);
          expect(deals).toEqual(await new ListMirror(reader, '/deals').readOn());
        },
        { timeout: 30_000, interval: 1 },
      );
    },
  );
});
