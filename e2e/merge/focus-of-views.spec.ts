import { expect, test } from '#e2e/fixtures.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

test('by keyboard alone a view is saved, renamed and deleted, and the focus is on the next thing to do', async ({
  signedIn,
}) => {
  const page = await signedIn('broker', '/leads?status=Converted');
  const { press, type, tabTo } = keyboard(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const name = page.getByRole('textbox', { name: 'Name of the view' });
  await expect(button('Save as view')).toBeVisible();
  await tabTo(button('Save as view'));
  await press('Enter');
  await expect(name).toBeFocused();
  // Without a name nothing is saved, and the field of the name says so.
  await press('Enter');
  await expect(name).toHaveAccessibleDescription('Enter a name.');
  await expect(name).toBeFocused();
  await type('By keyboard');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeFocused();

  const more = button('More');
  await tabTo(more);
  await press('Enter');
  await tabTo(button('Edit By keyboard'));
  await press('Enter');
  await expect(name).toBeFocused();
  await type('Converted');
  await press('Enter');
  await expect(button('Edit Converted')).toBeFocused();
  await press('Enter');
  await tabTo(button('Delete'));
  await press('Enter');
  await expect(button('Delete this view?')).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('link', { name: 'Changed since my last visit' })).toBeFocused();
  await press('Escape');
  await expect(more).toBeFocused();
});
