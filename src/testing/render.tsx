import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

/**
 * Renders an element that reads and changes data of the service. A failed read is final.
 * `cached`: the data in the query cache, by query key.
 */
export function renderWithQueries(
  element: ReactNode,
  cached: readonly (readonly [key: QueryKey, data: object])[] = [],
): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [key, data] of cached) client.setQueryData(key, data);
  render(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
}

/** Renders an element at `/`, with another page at `/elsewhere`, and returns their router. */
export function renderWithRoutes(
  element: ReactNode,
  cached?: Parameters<typeof renderWithQueries>[1],
) {
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ]);
  renderWithQueries(<RouterProvider router={router} />, cached);
  return router;
}
