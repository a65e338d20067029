import type { KeyboardEvent } from 'react';

import { takeTyped } from '#src/lib/type-into.ts';
import { Input } from '#src/ui/form/input.tsx';

import s from './menu.module.css';

interface MenuSearchProps {
  /** The accessible name: "Search status". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The search at the top of a menu, which has the focus when the menu is opened. */
export function MenuSearch({ label, value, onChange, onKeyDown }: MenuSearchProps) {
  return (
    <div className={s.search}>
      <Input
        type="search"
        aria-label={label}
        placeholder="Type to search"
        ref={takeTyped}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
