import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import {
  type StandInProcess,
  startStandInProcess,
} from '#server/testing/upstream-stand-in/stand-in-process.ts';

import { type Product, startProduct } from './product.ts';

/** The demo accounts' API keys at the stand-in. */
export const keys = {
  'broker@harbour.test': seeded.bea.token,
  'admin@harbour.test': seeded.ada.token,
  'broker@summit.test': seeded.sol.token,
  'admin@summit.test': seeded.ana.token,
  'support@portal.test': seeded.sam.token,
};

/** The product in front of a stand-in for an operator's existing service. */
export interface ProductInFront extends Product {
  readonly existing: StandInProcess;
}

/** How to set up the product in front of the stand-in. */
export interface InFront {
  /** Start without any entered API key. */
  readonly isWithoutKeys?: boolean;
}

/** Starts the stand-in and the product in front of it, with all API keys entered by default. */
export async function startInFront(
  password: string,
  { isWithoutKeys = false }: InFront,
): Promise<ProductInFront> {
  const existing = await startStandInProcess();
  try {
    const product = await startProduct({ DEMO: '1', UPSTREAM_URL: existing.url });
    if (!isWithoutKeys)
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

/** Enters an API key through the portal's endpoints, as the profile page does. */
export async function enterKey(
  url: string,
  { email, password, apiKey }: Readonly<Record<'email' | 'password' | 'apiKey', string>>,
): Promise<void> {
  const call = async (method: string, path: string, body: object, cookie = '') => {
    const headers = { origin: url, cookie, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const signedIn = readCookies(await call('POST', '/portal/session', { email, password }));
  const confirmed = await call('POST', '/portal/password-confirmation', { password }, signedIn);
  await call('PUT', '/portal/api-key', { apiKey }, readCookies(confirmed));
}

const readCookies = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
