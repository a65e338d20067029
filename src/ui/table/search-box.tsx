import Search from 'lucide-react/icons/search';
import { useCallback, useEffect, useRef, useState } from 'react';

import { Input } from '#src/ui/form/text-input.tsx';

import s from './search-box.module.css';

/** The debounce time of the search, in milliseconds. */
const pause = 300;

export interface SearchBoxProps {
  /** The accessible name: "Search leads". */
  label: string;
  /** Which fields are searched: "Name, company, phone". */
  placeholder: string;
  /** The current search text. */
  value: string;
  onSearch: (text: string) => void;
}

/**
 * A debounced search box. Enter and losing the focus search at once, so that a late search can't
 * override the next click. The box follows when `value` is changed elsewhere.
 */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const search = useCallback(() => {
    const wanted = text.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  }, [text, onSearch]);

  useEffect(() => {
    const timer = setTimeout(search, pause);
    return () => clearTimeout(timer);
  }, [search]);

  return (
    <div className={s.shell}>
      <Search aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={search}
        onKeyDown={(event) => event.key === 'Enter' && search()}
      />
    </div>
  );
}
