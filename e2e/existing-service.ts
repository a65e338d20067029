import { seeded } from '#server/testing/upstream-stand-in/seed-people.ts';
import {
  type StandInProcess,
  startStandInProcess,
} from '#server/testing/upstream-stand-in/stand-in-process.ts';

import { type Product, startProduct } from './product.ts';

/** Whose API keys at the stand-in belong to which demo account. */
const keys = {
  'broker@harbour.test': seeded.bea.token,
  'admin@harbour.test': seeded.ada.token,
  'broker@summit.test': seeded.sol.token,
  'admin@summit.test': seeded.ana.token,
  'support@portal.test': seeded.sam.token,
};

/** The product in front of a stand-in for an operator's own service. */
export interface ProductInFront extends Product {
  readonly existing: StandInProcess;
}

/** Starts the stand-in and the product in front of it; with `withKeys`, everybody's API key is entered. */
export async function startInFront({
  password,
  withKeys,
}: {
  readonly password: string;
  readonly withKeys: boolean;
}): Promise<ProductInFront> {
  const existing = await startStandInProcess();
  try {
    const product = await startProduct({ DEMO: '1', UPSTREAM_URL: existing.url });
    if (withKeys)
      for (const [email, apiKey] of Object.entries(keys))
        await enterKey(product.url, { email, password, apiKey });
    const stop = async () => {
      await product.stop();
      await existing.stop();
    };
    return { ...product, existing, stop };
  } catch (error) {
    await existing.stop();
    throw error;
  }
}

/** Enters an API key as the profile page does, without the page. */
async function enterKey(
  url: string,
  { email, password, apiKey }: Readonly<Record<'email' | 'password' | 'apiKey', string>>,
): Promise<void> {
  const call = async (method: string, path: string, body: object, cookie = '') => {
    const headers = { origin: url, cookie, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const signedIn = await call('POST', '/portal/session', { email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await call('POST', '/portal/password-confirmation', { password }, cookie);
  await call('PUT', '/portal/api-key', { apiKey }, cookie);
}
