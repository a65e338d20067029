import { findViolations } from '#e2e/axe.ts';
import { png } from '#e2e/files.ts';
import { demoOperatorKey, expect, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { leadCells } from '#e2e/lead-files.ts';
import { operatorProgram } from '#e2e/operator-program.ts';
import { createWithFile } from '#e2e/screens/leads-list.ts';

/** Far more than the second that it takes, on a busy machine. */
const soon = { timeout: 30_000 };
const phone = { width: 390, height: 844 };
const photos = [1, 2, 3].map((at) => ({
  ...png(`IMG_${at}.png`),
  // What follows the end of a picture is no part of it: each is another file.
  buffer: Buffer.concat([png('').buffer, Buffer.from([at])]),
}));

test('a client sends three pictures by a link from a phone without script, and the broker sends them on', async ({
  signedIn,
  elsewhere,
  product: { url },
  accessible,
}) => {
  const page = await signedIn('broker');
  const crm = operatorProgram(url, demoOperatorKey);
  const program = await interfaceClientOf(page, url);
  const cells = { ...leadCells(74_001), firstName: 'Huia', lastName: 'Hidden' };
  const leadId = await createWithFile(program, cells, 'first.pdf');
  const text = 'The licence, both sides.';
  const asked = { kind: 'document', documentType: 'Proof of Identity or ID', text };
  await crm.ask({ recordType: 'lead', recordId: leadId, ...asked });
  await page.goto(`/leads/${leadId}`);
  await page.setViewportSize(phone);
  const open = page.getByRole('button', { name: 'Link for the client: Proof of Identity or ID' });
  await open.click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const field = page.getByRole('textbox', { name: 'Link for the client' });
  await expect(field).toBeFocused();
  await accessible();
  const link = await field.inputValue();

  const client = await elsewhere(undefined, { viewport: phone, javaScriptEnabled: false });
  await client.goto(link, { waitUntil: 'load' });
  await expect(client.getByText(text)).toBeVisible();
  await expect(client.getByText(/Hidden|Huia/)).toHaveCount(0);
  await client.getByLabel('Choose files or take a photo').setInputFiles(photos);
  await client.getByRole('button', { name: 'Send' }).click();
  const received = 'Received: IMG_1.png, IMG_2.png, IMG_3.png. Harbour Finance can see them now.';
  await expect(client.getByRole('status')).toHaveText(received, soon);
  await expect(client.getByRole('listitem')).toHaveCount(3);
  // axe is a script itself.
  const reader = await elsewhere(undefined, { viewport: phone });
  await reader.goto(link);
  await expect(reader.getByRole('listitem')).toHaveCount(3);
  expect(await findViolations(reader)).toEqual([]);
  const width = await reader.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(phone.width);

  const files = page.getByRole('region', { name: /^Files/ });
  await expect(files.getByText('from the client')).toHaveCount(3, soon);
  const send = page.getByRole('button', { name: /^Send 3 files of the client to the lender/ });
  await accessible();
  await send.click();
  await expect(page.getByText(/sent to the lender/)).toBeVisible(soon);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    '3 files sent by the client: IMG_3.png, IMG_2.png, IMG_1.png',
  );

  const session = await page.request.get(`/portal/leads/${leadId}/requests`);
  const [request] = (await session.json()) as { id: string }[];
  await page.request.delete(`/portal/requests/${request?.id}/upload-link`);
  await client.goto(link, { waitUntil: 'load' });
  const ended = client.getByRole('heading', { name: 'This link doesn’t work' });
  await expect(ended).toBeVisible();
  await client.goto(`${link.slice(0, -3)}abc`, { waitUntil: 'load' });
  await expect(ended).toBeVisible();
});
