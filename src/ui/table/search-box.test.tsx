import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { SearchBox } from './search-box.tsx';

test('two cells that are pasted are searched for as words with a space', async () => {
  const user = userEvent.setup();
  const search = vi.fn();
  render(<SearchBox label="Search leads" placeholder="Name" value="" onSearch={search} />);
  const box = screen.getByRole('searchbox', { name: 'Search leads' });
  await user.click(box);
  await user.paste(' Ada\tMarsh\u00A0');
  await user.keyboard('{Enter}');
  expect(search).toHaveBeenLastCalledWith('Ada Marsh');
  // A tab more is no other search.
  await user.paste('\t');
  await user.keyboard('{Enter}');
  expect(search).toHaveBeenCalledTimes(1);
});
