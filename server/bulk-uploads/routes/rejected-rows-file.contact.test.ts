import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { withPeople, started } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';

describe('the contact of rejected rows', () => {
  const { service, admin } = withPeople();
  const chosen = started(async () => makePerson(service.database.db, 'broker', admin.partnerId));
  const named = started(async () => makePerson(service.database.db, 'broker', admin.partnerId));

  /** Rejects a row that names no contact and one that does; returns the files of both. */
  async function rejectedFiles(contactId: string | null) {
    const upload = await openUploadFor(service, admin);
    await upload.choose({ ...noChoices, contactId });
    await upload.set('submitting', 2);
    await upload.submit([
      uploadRow(2, { phone: '0' }),
      uploadRow(3, { phone: '0', brokerRepId: named.contactId }),
    ]);
    const get = async (file: string) =>
      service.as(admin).get(`/portal/bulk-uploads/${upload.id}/${file}`);
    const { data } = Papa.parse<Record<string, string>>((await get('rejected-rows-file')).body, {
      header: true,
      skipEmptyLines: true,
    });
    const workbook = unzipSync((await get('rejected-rows-workbook')).rawPayload);
    return {
      contacts: data.map(({ brokerRepId }) => brokerRepId),
      workbook: Object.values(workbook)
        .map((part) => strFromU8(part))
        .join(''),
    };
  }

  it('is the one chosen for rows that name none, so that the corrected rows go there too', async () => {
    const { contacts, workbook } = await rejectedFiles(chosen.contactId);
    expect(contacts).toEqual([chosen.contactId, named.contactId]);
    expect(workbook).toContain(chosen.contactId);
    expect(workbook).toContain(named.contactId);
  });

  it('is left empty where nobody was chosen', async () => {
    const { contacts } = await rejectedFiles(null);
    expect(contacts).toEqual(['', named.contactId]);
  });
});
