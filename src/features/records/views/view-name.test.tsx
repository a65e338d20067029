import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { View } from '#contract/portal/views.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import './view-name.tsx';
import { ViewsButton } from './views-button.tsx';

const view: View = {
  id: 'v1',
  list: 'leads',
  name: 'Old ones',
  query: 'statusBefore=P14D',
  isShared: true,
  canChange: false,
  isPinned: true,
};

const ordered: View = {
  ...view,
  id: 'v2',
  name: 'Large ones',
  query: 'status=Contacted&sort=-amountRequested',
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json([view, ordered]));
  return () => vi.unstubAllGlobals();
});

function Titled() {
  const [name, setName] = useState('');
  return (
    <>
      <ViewsButton list="leads" session={fakeSession('broker')} onName={setName} />
      <h1>{name || 'none'}</h1>
    </>
  );
}

test.each([
  ['?statusBefore=P14D&page=2', 'Old ones'],
  ['?status=Contacted&sort=-amountRequested', 'Large ones'],
  ['?sort=-amountRequested&status=Contacted', 'Large ones'],
  ['?changedSince=last-visit', 'Changed since my last visit'],
  ['?statusBefore=P14D&status=New', 'none'],
  ['?statusBefore=P14D&q=Ngata', 'none'],
])('the name of the view at %s is %s, while its address is unchanged', async (search, name) => {
  renderPage(<Titled />, fakeSession('broker'), '/leads', `/leads${search}`);
  expect(await screen.findByRole('heading', { name })).toBeVisible();
});
