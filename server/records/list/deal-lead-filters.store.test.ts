import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { GroupSum } from '#contract/portal/list-counts.ts';
import type { Deal } from '#contract/v1/deals.ts';
import { newId } from '#server/db/ids.ts';
import { statement } from '#server/db/statement.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { type Person } from '#server/testing/people.ts';

import { leadIsOfUpload } from './deal-lead-filters.store.ts';

describe.each(databases)('deals by their leads on %s', (kind) => {
  const uploads = [newId(), newId()];

  const { service, broker, admin, stranger, support } = withPeople(kind);
  beforeAll(async () => {
    await fill();
  });

  /**
   * Creates 24 deals, some without a lead and some with one of a colleague or with two. Some leads
   * have files, and some were submitted by an upload.
   */
  const fill = async () => {
    const owners = [broker, admin, stranger];
    const owned = (person = broker) => ({
      partner_id: person.partnerId,
      contact_id: person.contactId,
      created_by: person.accountId,
      updated_by: person.accountId,
    });
    const { db } = service.database;
    const deals = Array.from({ length: 24 }, (_, index) => ({
      id: newId(),
      name: `Deal ${index}`,
      sub_status: 'Pending Stips',
      ...owned(owners[index % 3]),
    }));
    await insertDeals(db, broker, ...deals);
    const leads = deals.flatMap(({ id }, index) =>
      Array.from({ length: index % 4 === 3 ? 2 : Math.sign(index % 4) }, (_, nth) => ({
        id: newId(),
        converted_deal_id: id,
        status: 'Converted',
        sub_status: 'Converted',
        search: 'lead',
        fields: {},
        // Of the partner of the deal, but not always of its contact.
        ...owned(
          index % 3 === 2 ? stranger : owners[(index + (index % 5 === 0 ? 1 : 0) + nth) % 2],
        ),
      })),
    );
    await db.insertInto('leads').values(leads).execute();
    const attached = leads.filter((_, index) => index % 5 < 2);
    await db
      .insertInto('attachments')
      .values(
        attached.map((lead) => ({
          id: newId(),
          lead_id: lead.id,
          lead_partner_id: lead.partner_id,
          type: 'Bank Statement',
          file_name: 'june.pdf',
          media_type: 'application/pdf',
          size: 1,
          sha256: '',
          created_by: lead.created_by,
        })),
      )
      .execute();
    await db
      .insertInto('bulk_upload_rows')
      .values(
        leads.map(({ id, partner_id }, index) => ({
          upload_id: uploads[index % 2] ?? '',
          partner_id,
          row_number: index + 2,
          outcome: 'submitted' as const,
          lead_id: id,
        })),
      )
      .execute();
  };

  /** Returns the ids of the deals that a person reads, and whether each has such a lead. */
  const inSql = async (person: Person, lead: string) => {
    const isReadable =
      person === support
        ? 'true'
        : person === broker
          ? `contact_id = '${broker.contactId}'`
          : `partner_id = '${person.partnerId}'`;
    const { rows } = await sql<{ id: string; has: boolean }>`
      select id, id in (select converted_deal_id from leads
        where converted_deal_id is not null and ${sql.raw(isReadable)} and ${sql.raw(lead)}) as has
      from deals where ${sql.raw(isReadable)} order by id`.execute(service.database.db);
    return rows;
  };
  const listed = async (person: Person, query: string) => {
    const path = `/api/v1/deal?pageSize=100&${query}`;
    const response = await service.call('GET', path, { headers: person.bearer });
    const ids = response.json<Deal[]>().map(({ id }) => id);
    expect(Number(response.headers['x-total-count'])).toBe(ids.length);
    return ids.toSorted();
  };
  const people = () => [broker, admin, stranger, support];
  const withFiles = 'id in (select lead_id from attachments)';

  it('are found with and without attachments, as far as the reader may see the lead', async () => {
    for (const person of people()) {
      const deals = await inSql(person, withFiles);
      const found = deals.filter(({ has }) => has).map(({ id }) => id);
      expect(found.length).toBeGreaterThan(0);
      expect(await listed(person, 'hasAttachments=yes')).toEqual(found);
      const others = deals.filter(({ has }) => !has).map(({ id }) => id);
      expect(others.length).toBeGreaterThan(0);
      expect(await listed(person, 'hasAttachments=no&sort=-amount')).toEqual(others);
    }
  });

  it('are found by the bulk upload, also with a search and in what others changed', async () => {
    for (const person of people())
      for (const upload of uploads) {
        const rows = `id in (select lead_id from bulk_upload_rows where upload_id = '${upload}')`;
        const deals = await inSql(person, rows);
        const found = deals.filter(({ has }) => has).map(({ id }) => id);
        expect(found.length).toBeGreaterThan(0);
        const query = `bulkUploadId=${upload}`;
        expect(await listed(person, `${query}&sort=updatedAt`)).toEqual(found);
        expect(await listed(person, `${query}&sort=createdAt`)).toEqual(found);
        expect(await listed(person, `${query}&q=deal`)).toEqual(found);
      }
    const [upload = ''] = uploads;
    const ofUpload = await listed(support, `bulkUploadId=${upload}`);
    expect(await listed(support, `bulkUploadId=${upload}&changedSince=P1D`)).toEqual(ofUpload);
    expect(await listed(support, `bulkUploadId=${newId()}`)).toEqual([]);
  });

  it('are the same where an upload has many deals, whose leads are looked up one by one', async () => {
    const [uploadId = ''] = uploads;
    const scopes = [{ everything: true }, { partnerId: broker.partnerId }] as const;
    for (const scope of scopes) {
      const idsBy = async (filtered: object) => {
        const { text, values } = statement((bind) => {
          const found = leadIsOfUpload(uploadId, { table: 'deals', scope, ...filtered }, bind);
          return `select r.id from deals as r where ${found} order by r.id`;
        });
        return (await service.database.pool.query<{ id: string }>(text, values)).rows;
      };
      const found = await idsBy({});
      expect(found.length).toBeGreaterThan(0);
      expect(await idsBy({ uploadLookup: 'each deal' })).toEqual(found);
      expect(await idsBy({ uploadLookup: 'every deal' })).toEqual(found);
    }
  });

  it('have the same numbers by status, in groups and in an export', async () => {
    const headers = admin.session;
    const number = (await listed(admin, 'hasAttachments=yes')).length;
    const call = async <T>(path: string, by = '') =>
      (
        await service.call('GET', `/portal/deals/${path}?hasAttachments=yes${by}`, { headers })
      ).json<T>();
    const { counts } = await call<{ counts: { total: number }[] }>('counts');
    expect(counts).toMatchObject([{ status: 'Approved', total: number }]);
    const { groups } = await call<{ groups: GroupSum[] }>('groups', '&by=status');
    expect(groups).toMatchObject([{ key: 'Approved', total: number }]);
    const payload = { list: 'deals', query: 'hasAttachments=yes' };
    const exported = await service.call('POST', '/portal/exports', { headers, payload });
    expect(exported.json()).toMatchObject({ total: number, isFiltered: true });
  });
});
