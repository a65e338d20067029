import type { KeyboardEvent } from 'react';

import { Input } from '#src/ui/form/plain-controls.tsx';

import s from './menu.module.css';

interface MenuSearchProps {
  /** The accessible name: "Search status". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The search at the top of a menu. It has the focus whenever the menu is opened. */
export function MenuSearch({ label, value, onChange, onKeyDown }: MenuSearchProps) {
  return (
    <div className={s.search}>
      <Input
        type="search"
        aria-label={label}
        placeholder="Type to search"
        ref={focusInMenu}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/**
 * Focuses an input of a menu, unless that would open the keyboard of a phone over the choices. In a
 * menu that is about to be shown, `autofocus` lets the browser do so; React’s `autoFocus` would
 * not set it.
 */
function focusInMenu(input: HTMLInputElement | null): void {
  if (input === null || !matchMedia('(pointer: fine)').matches) return;
  input.autofocus = true;
  input.focus();
}
