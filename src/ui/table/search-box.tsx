import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';

import { Input } from '#src/ui/form/text-input.tsx';

import s from './search-box.module.css';

const debounceMs = 300;

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
 * A debounced search box. Enter, the down arrow and losing the focus search at once, so that a late
 * search can't override the next click; Escape clears the box, and leaves an empty one. The box
 * follows when `value` is changed elsewhere.
 */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const searched = useRef(value);

  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);

  const search = useCallback(() => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (line === searched.current) return;
    searched.current = line;
    onSearch(line);
  }, [text, onSearch]);

  useEffect(() => {
    const timer = setTimeout(search, debounceMs);
    return () => clearTimeout(timer);
  }, [search]);

  const handleKeyDown = ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>) => {
    if (nativeEvent.isComposing) return;
    if (key === 'Enter' || key === 'ArrowDown') search();
    else if (key !== 'Escape') return;
    else if (text === '') currentTarget.blur();
    // Not every browser does so.
    else setText('');
  };

  return (
    <div className={s.shell}>
      <Search aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        data-searched={value}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={search}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}
