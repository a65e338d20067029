import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { later } from './later.tsx';

test('a part that fails to load once is loaded again', async () => {
  const load = vi.fn<() => Promise<() => string>>();
  load.mockRejectedValueOnce(new TypeError('error loading dynamically imported module'));
  load.mockResolvedValue(() => 'Shown');
  const Part = later(load, () => 'Pending');
  render(<Part />);
  screen.getByText('Pending');
  await screen.findByText('Shown');
  expect(load).toHaveBeenCalledTimes(2);
});
