import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';

import { leadListQuery } from '#contract/v1/lists.ts';
import { fakeSession } from '#src/testing/render-page.tsx';

import { useListSearch } from './list-search.ts';

const { capabilities } = fakeSession('partner-admin');

function atAddress(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: children }], { initialEntries: [address] })}
    />
  );
  return renderHook(
    () => ({ ...useListSearch(leadListQuery, capabilities), address: useLocation().search }),
    { wrapper },
  );
}

test('a change that follows before the page of the last one is there does not undo it', () => {
  const { result } = atAddress('/?status=New&hasAttachments=yes');
  const { onFilters, onChange, onDisplay } = result.current;
  act(() => {
    onFilters({ status: '' });
    onChange({ q: 'marsh' });
    onDisplay({ pageSize: 50 });
  });
  expect(result.current.address).toBe('?pageSize=50&q=marsh&hasAttachments=yes');
});
