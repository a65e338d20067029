import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { Calendar } from './calendar.tsx';

const range = { min: '1900-01-01', max: '2026-11-22' };

function open(selected?: string, more: Partial<Parameters<typeof Calendar>[0]> = {}) {
  const [onChoose, onClose] = [vi.fn<(day: string) => void>(), vi.fn<() => void>()];
  const element = <Calendar label="Date" {...{ selected, range, onChoose, onClose, ...more }} />;
  const { unmount } = render(element);
  return { user: userEvent.setup(), onChoose, onClose, unmount };
}

const focused = () => document.activeElement?.getAttribute('data-day');

describe('a calendar', () => {
  test('opens on the day of the field, in a grid named by its month', () => {
    open('1984-03-14');
    expect(focused()).toBe('1984-03-14');
    const grid = screen.getByRole('grid', { name: 'March 1984' });
    expect(within(grid).getAllByRole('columnheader')).toHaveLength(7);
    expect(within(grid).getAllByRole('button')).toHaveLength(31);
    expect(document.querySelector('[aria-selected="true"]')).toHaveTextContent('14');
  });

  test.each([
    ['{ArrowLeft}', '1984-03-13'],
    ['{ArrowRight}', '1984-03-15'],
    ['{ArrowUp}', '1984-03-07'],
    ['{ArrowDown}', '1984-03-21'],
    ['{Home}', '1984-03-11'],
    ['{End}', '1984-03-17'],
    ['{PageUp}', '1984-02-14'],
    ['{PageDown}', '1984-04-14'],
    ['{Shift>}{PageUp}{/Shift}', '1983-03-14'],
    ['{Shift>}{PageDown}{/Shift}', '1985-03-14'],
  ])('%s moves the focus to %s', async (keys, day) => {
    const { user } = open('1984-03-14');
    await user.keyboard(keys);
    expect(focused()).toBe(day);
    expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
  });

  test('keeps the focus within the days that can be chosen', async () => {
    const { user, onChoose } = open('2026-11-20');
    await user.keyboard('{PageDown}');
    expect(focused()).toBe('2026-11-22');
    expect(screen.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled');
    expect(screen.getByRole('button', { name: /November 23/ })).toBeDisabled();
    await user.keyboard(' ');
    expect(onChoose).toHaveBeenCalledWith('2026-11-22');
  });

  test('reaches a birthday by its year and month', async () => {
    const { user, onChoose } = open(undefined, { openOn: '1986-07-01' });
    expect(focused()).toBe('1986-07-01');
    expect(screen.queryByRole('button', { name: 'Today' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '1992');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'February');
    expect(screen.getByText('February 1992')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /February 29, 1992/ }));
    expect(onChoose).toHaveBeenCalledWith('1992-02-29');
  });

  test('announces the month that a button shows', async () => {
    const { user } = open('1984-03-31');
    const next = screen.getByRole('button', { name: 'Next month' });
    await user.click(next);
    expect(screen.getByText('April 1984')).toBeInTheDocument();
    expect(next).toHaveFocus();
    expect(document.querySelector('[tabindex="0"][data-day]')).toHaveAttribute(
      'data-day',
      '1984-04-30',
    );
  });

  test('closes without a choice on Escape and on a click outside, and returns the focus', () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    const { onClose, onChoose, unmount } = open('1984-03-14');
    const dialog = screen.getByRole('dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.click(dialog, { clientX: 500, clientY: 500 });
    fireEvent.click(screen.getByRole('grid'), { clientX: 500, clientY: 500 });
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(onChoose).not.toHaveBeenCalled();
    unmount();
    expect(opener).toHaveFocus();
    opener.remove();
  });
});
