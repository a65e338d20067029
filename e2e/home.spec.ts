import { expect, test } from './fixtures.ts';

const numbers = (text: string) =>
  Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN);

test(
  'people start on the home page, unless their records are elsewhere',
  { tag: '@in-front' },
  async ({ signedIn, behind }) => {
    const page = await signedIn('broker');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Home' });
    await page.goto('/');
    if (behind === 'own records') {
      await expect(page).toHaveURL(/\/home$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Bea$/);
      await expect(link).toHaveAttribute('aria-current', 'page');
      return;
    }
    await expect(page).toHaveURL(/\/leads$/);
    await expect(link).toHaveCount(0);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/leads$/);
  },
);

for (const person of ['broker', 'admin', 'support'] as const)
  test(`each number of the home page is that of its list: ${person}`, async ({ signedIn }) => {
    const page = await signedIn(person);
    await page.goto('/home');
    const glance = page.getByRole('list', { name: 'At a glance' }).getByRole('link');
    await expect(glance.first()).toBeVisible();
    await page
      .getByText('Show as a table')
      .evaluateAll((summaries) => summaries.forEach((summary) => (summary as HTMLElement).click()));
    const links = await page
      .locator('main')
      .getByRole('link', { name: /\d/ })
      .evaluateAll((all) =>
        all.map((one) => ({
          to: one.getAttribute('href') ?? '',
          text: one.getAttribute('aria-label')?.split(': ').at(-1) ?? one.textContent,
        })),
      );
    const lists = links.filter(({ to }) => /^\/(leads|deals)\?/.test(to));
    expect(lists.length).toBeGreaterThan(15);
    // Every one of them would take minutes; a different part of them for each role.
    for (const { to, text } of lists.filter((_, index) => index % 5 === person.length % 5)) {
      await page.goto(to);
      const number = numbers(text);
      if (number === 0) await expect(page.getByText(/^No (lead|deal) matches$/)).toBeVisible();
      else await expect(page.getByText(/ of [\d,]+$/)).toHaveText(new RegExp(` of ${number}$`));
    }
  });

test('what others changed is marked as read, and a filter is removed by its chip', async ({
  signedIn,
}) => {
  const page = await signedIn('otherAdmin');
  await page.goto('/home');
  const changed = page.getByRole('link', { name: /leads changed/ });
  expect(numbers(await changed.innerText())).toBeGreaterThan(0);
  await changed.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Remove filter: Changed by others since/ })
    .press('Enter');
  await expect(page).toHaveURL(/\/leads$/);
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(page.getByText('Nobody else has changed anything.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nobody else has changed anything.')).toBeVisible();
});

test('axe finds no violations on the home page of each role', async ({
  signedIn,
  page,
  accessible,
}) => {
  for (const person of ['support', 'admin', 'broker'] as const) {
    await signedIn(person);
    await page.goto(person === 'support' ? '/home?q=har' : '/home');
    await expect(page.getByRole('heading', { name: 'Deals by stage' })).toBeVisible();
    if (person !== 'support') await page.getByText('Show as a table').click();
    await accessible();
    await page.context().clearCookies();
  }
});
