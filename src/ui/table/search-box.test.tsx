import { fireEvent, render, screen, waitFor } from '@testing-library/react';
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

test('a press on a row ends before the search begins', async () => {
  const user = userEvent.setup();
  const search = vi.fn();
  render(
    <>
      <SearchBox label="Search leads" placeholder="Name" value="" onSearch={search} />
      <a href="#row">Ada Marsh</a>
    </>,
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'marsh');
  const row = screen.getByRole('link', { name: 'Ada Marsh' });
  await user.pointer({ keys: '[MouseLeft>]', target: row });
  expect(row).toHaveFocus();
  expect(search).not.toHaveBeenCalled();
  await user.pointer({ keys: '[/MouseLeft]', target: row });
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('marsh'));
  expect(search).toHaveBeenCalledTimes(1);
});

test('leaving by Tab searches at once', async () => {
  const user = userEvent.setup();
  const search = vi.fn();
  render(<SearchBox label="Search leads" placeholder="Name" value="" onSearch={search} />);
  await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'marsh');
  await user.tab();
  expect(search).toHaveBeenLastCalledWith('marsh');
});

test('what is pasted by the menu of the right button is searched for', async () => {
  const search = vi.fn();
  render(<SearchBox label="Search leads" placeholder="Name" value="" onSearch={search} />);
  const box = screen.getByRole('searchbox', { name: 'Search leads' });
  // On some systems the menu opens with the press, and the page is not told of its end.
  fireEvent.pointerDown(box, { button: 2 });
  fireEvent.contextMenu(box);
  fireEvent.change(box, { target: { value: 'marsh' } });
  await waitFor(() => expect(search).toHaveBeenLastCalledWith('marsh'));
});

test('a link to another page is followed, not the search that waited for the press', async () => {
  vi.useFakeTimers();
  const search = vi.fn();
  render(
    <>
      <SearchBox label="Search leads" placeholder="Name" value="" onSearch={search} />
      <a href="/leads/1" onClick={(event) => event.preventDefault()}>
        Ada Marsh
      </a>
    </>,
  );
  const box = screen.getByRole('searchbox', { name: 'Search leads' });
  fireEvent.change(box, { target: { value: 'marsh' } });
  const row = screen.getByRole('link', { name: 'Ada Marsh' });
  fireEvent.pointerDown(row);
  fireEvent.pointerUp(row);
  fireEvent.click(row);
  vi.advanceTimersByTime(1_000);
  expect(search).not.toHaveBeenCalled();
  vi.useRealTimers();
});
