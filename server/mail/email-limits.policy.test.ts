import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/access/with-people.ts';

import { requireRecipient, requireSender } from './email-limits.policy.ts';
import { emailLimits } from './email-limits.store.ts';

test('too many emails to one address are said with when to try again', async () => {
  const { db, pool } = await testDatabase();
  for (let at = 0; at < emailLimits.recipient.atOnce; at += 1)
    await requireRecipient(db, 'cid@people.test');
  await expect(requireRecipient(db, 'cid@people.test')).rejects.toThrow(
    'cid@people.test was sent 5 emails lately. Try again in 24 hours.',
  );
  await pool.query(
    "update sent_emails set counted_until = counted_until - interval '23 hours 30 minutes'",
  );
  await expect(requireRecipient(db, 'cid@people.test')).rejects.toThrow('in 30 minutes.');
});

test('an admin’s invitations, links and integrations are limited, however short the wait', async () => {
  const { db, pool } = await testDatabase();
  for (let at = 0; at < emailLimits.admin.atOnce; at += 1) await requireSender(db, 'admin');
  await pool.query("update sent_emails set counted_until = counted_until - interval '14 minutes'");
  await expect(requireSender(db, 'admin')).rejects.toThrow(
    'You made 100 invitations, links and integrations lately. Try again in 1 minute.',
  );
});
