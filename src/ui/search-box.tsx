import Search from 'lucide-react/icons/search';
import { useCallback, useEffect, useRef, useState } from 'react';

import { Input } from './text-input.tsx';

import s from './search-box.module.css';

/** A pause in typing after which a search starts, in milliseconds. */
const pause = 300;

export interface SearchBoxProps {
  /** For screen readers: "Search leads". */
  label: string;
  /** What is searched: "Name, company, phone". */
  placeholder: string;
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
}

/**
 * Searches while one types: a moment after the last key, or at once on Enter and on leaving the box, so that what is pressed next
 * is not overtaken by a search that comes late. Follows when the search is changed elsewhere.
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
