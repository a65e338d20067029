import { expect, test } from 'vitest';

import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { httpCaller } from '#server/testing/http-calls.ts';
import { killAt, whenReached } from '#server/testing/kill-at.ts';
import { type LeadLoad, submitLead, submitLeads } from '#server/testing/leads/lead-load.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';

test('a portal is killed while it sends, in front of a service that drops responses: no lead is submitted twice, each is created or reported as unknown', async () => {
  const standIn = await startStandIn();
  const database = await testDatabase();
  const { db, pool } = database;
  const broker = await makePerson(db, 'broker');
  const { token } = seeded.bea;
  await storeEnteredKey(db, testSecrets.apiKeys, broker.accountId, token);
  const program = { ...broker, bearer: { authorization: `Bearer ${token}` } };
  const settings = { ...(await processSettings(database)), UPSTREAM_URL: standIn.url };
  await standIn.addFailure({ kind: 'drop', method: 'POST', every: 10 });
  let load: LeadLoad;
  const isSending = whenReached(async () => {
    await load.reached(100);
    // Delays responses, so that the killed process leaves stored leads that got no response.
    await standIn.addFailure({ kind: 'slow', method: 'POST', ms: 300 });
    await load.reached(104);
  });
  await killAt(
    { start: () => startProcess(settings), at: [isSending] },
    async (origin) => {
      load = submitLeads(origin, program, 'lead');
      await load.done;
    },
    async (origin) => {
      // The process that sent these leads is dead: no need to wait the 75 seconds of sending.
      await pool.query('update sent_leads set sending_until = now()');
      const http = httpCaller(origin);
      const references = [...load.responses.keys()];
      const responses = await Promise.all(
        references.map(async (reference) => submitLead(http, program, reference)),
      );

      const stored = (await standIn.leads()).map(({ fields }) =>
        String(fields['partnerLeadReferenceId']),
      );
      expect(new Set(stored).size).toBe(stored.length);
      const isNamed = (body: string) => body.includes('"outcome":"unknown"');
      const reported = responses.map(({ statusCode, body }) => statusCode === 200 || isNamed(body));
      expect(reported).not.toContain(false);
      const created = references.filter((_, at) => responses[at]?.statusCode === 200);
      expect(created.toSorted()).toEqual(stored.toSorted());
      http.close();
    },
  );
  await standIn.close();
});
