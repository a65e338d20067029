import Search from 'lucide-react/icons/search';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { searchedMark } from '#src/lib/page-elements.ts';
import { Input } from '#src/ui/form/input.tsx';

import s from './search-box.module.css';

const debounceMs = 300;

export interface SearchBoxProps {
  /** The accessible name: "Search leads". */
  label: string;
  /** The searched fields: "Name, company, phone". */
  placeholder: string;
  /** The current search text. */
  value: string;
  onSearch: (text: string) => void;
}

/**
 * A debounced search box. Enter, the down arrow and leaving it by Tab search at once. A press
 * elsewhere does so at its end, because the rows under the pointer would move; not if it follows a
 * link. Escape clears the box, and leaves an empty one. The box follows when `value` is changed
 * elsewhere.
 */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const isPressed = useRef(false);
  const isLeaving = useRef(false);

  // Before a timer can search for the text that it replaces.
  useLayoutEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);

  const search = useCallback(() => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (isPressed.current || isLeaving.current || line === searched.current) return;
    searched.current = line;
    onSearch(line);
  }, [text, onSearch]);

  useEffect(() => {
    // The text or the page has changed since.
    isLeaving.current = false;
    const timer = setTimeout(search, debounceMs);
    return () => clearTimeout(timer);
  }, [search]);

  usePresses({ isPressed, isLeaving }, search);

  const handleKeyDown = ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>) => {
    if (nativeEvent.isComposing) return;
    isLeaving.current = false;
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
        {...{ [searchedMark]: value }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={search}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
}

interface Presses {
  /** Whether something is being pressed. */
  isPressed: RefObject<boolean>;
  /** Whether a press has followed a link, whose page may still be on its way. */
  isLeaving: RefObject<boolean>;
}

/** Follows the presses on the page, and calls `onEnd` at the end of each. */
function usePresses({ isPressed, isLeaving }: Presses, onEnd: () => void): void {
  const endPress = useEffectEvent(onEnd);

  useEffect(() => {
    let timer: number | undefined;
    const press = () => {
      clearTimeout(timer);
      isPressed.current = true;
    };
    const release = () => {
      clearTimeout(timer);
      // The click comes first; a touch moves the focus only then.
      timer = window.setTimeout(() => {
        isPressed.current = false;
        endPress();
      });
    };
    const click = ({ target, defaultPrevented }: MouseEvent) => {
      // A link that the page follows itself, in this window.
      if (isPressed.current && defaultPrevented && target instanceof Element)
        isLeaving.current = target.closest('a[href]') !== null;
    };
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    // A menu that opens with the press swallows its end.
    window.addEventListener('contextmenu', release, options);
    window.addEventListener('click', click, { signal: events.signal });
    return () => {
      clearTimeout(timer);
      events.abort();
    };
  }, [isPressed, isLeaving]);
}
