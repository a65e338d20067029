import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { lazyComponent } from './lazy-component.tsx';

test('a part that fails to load once is loaded again', async () => {
  const load = vi.fn<() => Promise<() => string>>();
  load.mockRejectedValueOnce(new TypeError('error loading dynamically imported module'));
  load.mockResolvedValue(() => 'Shown');
  const Part = lazyComponent(load, () => 'Pending');
  vi.useFakeTimers();
  render(<Part />);
  screen.getByText('Pending');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  screen.getByText('Shown');
  expect(load).toHaveBeenCalledTimes(2);
});
