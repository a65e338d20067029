import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { DealValue } from '#src/features/deals/deal-value.tsx';
import { LeadValue } from '#src/features/leads/lead-value.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

const addresses: string[] = [];

const user = (id: string) => ({ type: 'user', id });
const values = (
  <>
    <p>
      <DealValue name="watchers" label="Watchers" value={[user('u-1'), user('u-2'), user('u-3')]} />
    </p>
    <p>
      <LeadValue name="delegateTo" label="Delegated to" value={user('u-2')} />
    </p>
  </>
);
const texts = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);

beforeEach(() => {
  addresses.length = 0;
  stubFetch((address) => {
    addresses.push(address);
    return [{ id: 'u-1', name: 'Noor Vale' }];
  });
});

test('watchers and delegates have their names, others no ids, all by one request', async () => {
  renderPage(values, fakeSession('broker'));
  await waitFor(() => expect(texts()).toEqual(['Noor Vale and 2 others', 'Someone else']));
  expect(addresses).toEqual([expect.stringMatching(/\?id=u-1&id=u-2&id=u-3$/)]);
});

test('support sees the ids of those without a name', async () => {
  renderPage(values, fakeSession('support'));
  await waitFor(() => expect(texts()).toEqual(['Noor Vale, u-2, u-3', 'u-2']));
});
