import { expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { filesFolder } from '#server/config/config.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const { service, support, testData } = withUploads();

test('a file that is withdrawn while it is about to be sent is not there', async () => {
  const parts = uploadParts(testData.leadId, { 'a.pdf': attachableFiles['statement.pdf'] });
  const { id } = (await testData.send(parts)).json();

  // It is withdrawn between the reading of its row and that of its bytes.
  const { config, database } = service;
  const store = folderStore(filesFolder(config), testSecrets.fileKeys);
  const files: typeof store = {
    ...store,
    read: async (...file) => {
      const withdrawn = await service.as(testData.broker).delete(`/portal/attachments/${id}`);
      expect(withdrawn.statusCode).toBe(200);
      return store.read(...file);
    },
  };
  const app = await buildApp({ config, database, secrets: testSecrets, files });
  const url = `/portal/attachments/${id}/view`;
  const response = await app.inject({ url, headers: support.session });
  await app.close();
  expect([response.statusCode, response.json().code]).toEqual([404, 'not-found']);
  expect(response.headers['content-disposition']).toBeUndefined();
});
