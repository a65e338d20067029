import { findViolations } from '#e2e/axe.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

test('in 200 % of a low window no bar covers the focused field', async ({ signedIn }) => {
  const page = await signedIn('otherBroker', '/leads/new');
  await page.setViewportSize({ width: 720, height: 450 });
  const submit = page.getByRole('button', { name: 'Submit lead' });
  await expect(submit).toBeVisible();
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await page.getByLabel('First name').focus();
  const { press } = keyboard(page);
  const covered: string[] = [];
  for (let tabs = 0; tabs < 100; tabs += 1) {
    await press('Tab');
    const [name, isCovered] = await page.evaluate(coveredFocus);
    if (isCovered) covered.push(name);
    if (name === 'Submit lead') break;
  }
  await expect(submit).toBeFocused();
  // Neither the navigation nor the buttons of the form stay over the fields.
  await page.getByLabel('Company name').focus();
  await expect(page.getByRole('link', { name: 'Leads' })).not.toBeInViewport();
  await expect(submit).not.toBeInViewport();
  expect(covered).toEqual([]);
});

test('axe finds no violations in forced colours, with a selected row and on a new lead', async ({
  signedIn,
}) => {
  const page = await signedIn('otherBroker', '/leads');
  // The colours are the reader's own, and styles as computed have those of the page.
  const violations = async () =>
    findViolations(page, { rules: { 'color-contrast': { enabled: false } } });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('rowheader').first().getByRole('link').focus();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await expect(page.getByRole('region', { name: 'Selected leads' })).toContainText('1 lead');
  expect(await violations()).toEqual([]);
  await page.goto('/leads/new');
  await expect(page.getByRole('button', { name: 'Submit lead' })).toBeVisible();
  expect(await violations()).toEqual([]);
});

/** Returns the name of the focused control, and whether something else is above its centre. */
function coveredFocus(): [string, boolean] {
  const focused = document.activeElement;
  if (focused === null) return ['', false];
  const { left, top, width, height } = focused.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const label = focused.id === '' ? null : document.querySelector(`label[for="${focused.id}"]`);
  const name = (label ?? focused).textContent.trim();
  const isOwn = above !== null && (focused.contains(above) || above.contains(focused));
  return [name, !isOwn];
}
