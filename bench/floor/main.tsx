import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { LeadsPage } from './leads-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const router = createBrowserRouter([{ path: '/leads', Component: LeadsPage }]);

createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
