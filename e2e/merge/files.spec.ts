import { pdf } from '#e2e/files.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { openFile, uploadFiles } from '#e2e/screens/attachments.ts';

test('the browser’s own viewer shows a PDF of a lead, also in the sandbox', async ({
  signedIn,
  product: { url },
}) => {
  const page = await signedIn('otherBroker', '/profile');
  const program = await interfaceClientOf(page, url);
  const client = { firstName: 'Huia', lastName: 'Tamati', phone: '+61491570156' };
  const { body } = await program.createLead({ ...client, companyName: 'Toroa Optics' });
  await page.goto(`/leads/${(body as { id: string }).id}`);
  await uploadFiles(page, [pdf('june.pdf')]);
  const statement = await openFile(page, 'june.pdf');
  const viewer = () => statement.frames().some((frame) => frame.url().startsWith('chrome-ext'));
  await expect.poll(viewer).toBe(true);
});
