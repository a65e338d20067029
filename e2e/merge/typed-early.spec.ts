import { demoPassword, expect, people, signIn, test } from '#e2e/fixtures.ts';
import { quietOpenings } from '#e2e/quiet-openings.ts';
import { expectTyped, type Opening, waitForShortcuts, word } from '#e2e/type-early.ts';
import { button, openings } from '#e2e/typed-openings.ts';

const byPerson = Object.groupBy(
  Object.entries({ ...openings, ...quietOpenings }),
  ([, { person }]) => person,
);

for (const [person, all] of Object.entries(byPerson))
  test(`what ${person} types right after a press arrives, or does nothing where there is no field`, async ({
    page,
    network,
  }) => expectTyped(page, network, Object.fromEntries<Opening>(all)));

test.describe('when the service has ended the session', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('the question for the password has the focus, and no key acts on the page', async ({
    page,
    network,
  }) => {
    await signIn(page, 'admin', network.url, '/leads');
    await waitForShortcuts(page);
    await page.request.delete(`${network.url}/portal/session`, {
      headers: { origin: network.url },
    });
    network.delayResponses('GET', '/assets/');
    // The part of the question: from then on the page knows that the session has ended.
    const question = page.waitForRequest(/\/assets\//, { timeout: 30_000 });
    await button(page, 'Next page').press('Enter');
    await question;
    const address = page.url();
    await page.keyboard.type(word);
    network.release(Infinity);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    // What was typed before the dialog was there was not meant for it.
    await expect(dialog.getByLabel('Email')).toHaveValue(people.admin);
    await page.keyboard.type(demoPassword);
    await expect(password).toHaveValue(demoPassword);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(page.locator('dialog[open], :popover-open')).toHaveCount(0);
  });
});
