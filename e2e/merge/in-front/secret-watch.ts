import { expect, type Page } from '@playwright/test';

/** Watches the places where a page must never have a secret. */
export interface SecretWatch {
  /**
   * Fails if the secret has reached the browser so far: in a URL, a response, storage or the page.
   */
  readonly expectNowhere: () => Promise<void>;
}

/** Starts watching a page for a secret. */
export function watchFor(secret: string, page: Page): SecretWatch {
  const responses: Promise<string>[] = [];
  page.on('request', (request) => responses.push(Promise.resolve(request.url())));
  page.on('response', (response) =>
    responses.push(
      response.allHeaders().then(async (headers) => {
        // An aborted response has no text.
        const text = await response.text().catch(() => '');
        return `${response.url()} ${JSON.stringify(headers)} ${text}`;
      }),
    ),
  );
  return {
    expectNowhere: async () => {
      const heard = await Promise.all(responses);
      expect(heard.filter((text) => text.includes(secret))).toEqual([]);
      const stored = await page.evaluate(() =>
        [
          JSON.stringify(localStorage),
          JSON.stringify(sessionStorage),
          document.cookie,
          location.href,
        ].join(' '),
      );
      expect(stored).not.toContain(secret);
      expect(await page.content()).not.toContain(secret);
    },
  };
}
