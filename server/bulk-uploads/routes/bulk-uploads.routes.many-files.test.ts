import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

describe.each(databases)('files for bulk upload on %s', (kind) => {
  const service = withService(kind);

  test('are two hundred new ones of one account within a day; known ones open again', async () => {
    const { db, pool } = service.database;
    const admin = await makePerson(db, 'partner-admin');
    const open = async (content: string) =>
      service.as(admin).post('/portal/bulk-uploads', {
        contentHash: createHash('sha256').update(content).digest('hex'),
        fileName: 'leads.csv',
        size: 10,
      });
    await open('known');
    await pool.query(
      `insert into bulk_uploads (id, partner_id, content_hash, file_name, size, created_by, created_at)
        select 'upload' || n, partner_id, 'hash' || n, file_name, size, created_by, now() - interval '23 hours'
        from bulk_uploads, generate_series(1, $1::integer) as n`,
      [uploadLimits.filesPerDay - 4],
    );
    const names = Array.from({ length: 10 }, (_, at) => `new ${at}`);
    const responses = await Promise.all(names.map(open));
    const rejected = responses.filter(({ statusCode }) => statusCode === 429);
    expect(rejected).toHaveLength(7);
    expect(rejected[0]?.json().error).toBe(
      'You opened 200 new files within a day. Try again later.',
    );
    expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await open('known')).statusCode).toBe(200);
    await pool.query("update bulk_uploads set created_at = created_at - interval '1 hour'");
    expect((await open('one more')).statusCode).toBe(200);
  });
});
