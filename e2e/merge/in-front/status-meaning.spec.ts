import { expect, test } from '#e2e/fixtures.ts';

test('a status says what it means, and a note is added in place', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker');
  await page.getByRole('row').filter({ hasText: 'With Broker' }).first().getByRole('link').click();
  const section = page.getByRole('region', { name: 'What to do' });
  await expect(section).toContainText(/^What to do(Contact|Call|Remind|Help|Email) the client/);
  await expect(page.getByRole('region', { name: 'What the lender asks for' })).toHaveCount(0);
  const action = section.getByRole('button', { name: 'Add a note' });
  await action.click();
  await section.getByRole('textbox', { name: 'Notes' }).fill('Call her sister.');
  await accessible();
  await section.getByRole('button', { name: 'Save changes' }).click();
  await expect(action).toBeFocused();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Call her sister.');
});
