import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { openEditor } from './data-grid-editor-place.ts';
import type { GridColumn } from './data-grid-model.ts';

import s from './data-grid.module.css';

/**
 * Where the selection moves after a cell is edited. `leave`: the focus has already moved elsewhere.
 */
export type AfterCommit = 'down' | 'up' | 'right' | 'left' | 'stay' | 'leave';

/**
 * A textarea, or an input where the column has suggestions: ARIA allows the combobox role on an
 * input only.
 */
type EditorElement = HTMLTextAreaElement | HTMLInputElement;

interface CellEditorProps {
  column: GridColumn;
  /** The accessible name: the row and the column. */
  label: string;
  initial: string;
  /** Whether the editor starts empty, so that typing replaces the cell's text. */
  isNew: boolean;
  onCommit: (text: string, after: AfterCommit) => void;
  onCancel: () => void;
}

/**
 * Edits one cell. Enter, Tab and losing the focus commit the text, Alt+Enter inserts a line break,
 * Escape cancels.
 */
export function CellEditor({ column, label, initial, isNew, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(isNew ? '' : initial);
  const [chosen, setChosen] = useState(-1);
  const isDone = useRef(false);
  const listId = useId();
  const suggestions = suggestionsFor(column, text, text === initial);
  const withSuggestion = (match?: string) => (match ? completeText(column, text, match) : text);
  const commit = (newText: string, after: AfterCommit) => {
    // An input removed from the page fires `blur`, which would commit the text a second time.
    if (isDone.current) return;
    isDone.current = true;
    onCommit(newText, after);
  };
  const handleKeyDown = (event: KeyboardEvent<EditorElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    if (key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else if (key === 'Enter' && event.altKey) {
      event.currentTarget.setRangeText('\n', ...selectionIn(event.currentTarget), 'end');
      setText(event.currentTarget.value);
    } else if (key === 'Enter' || key === 'Tab') {
      commit(withSuggestion(suggestions[chosen]), movesAfter[key][shiftKey ? 'back' : 'on']);
    } else if (suggestions.length > 0 && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((last) => Math.max(-1, Math.min(last + step, suggestions.length - 1)));
    } else return;
    event.preventDefault();
  };

  const input = {
    className: s.input,
    value: text,
    'aria-label': label,
    spellCheck: false,
    onKeyDown: handleKeyDown,
    onChange: ({ target }: ChangeEvent<EditorElement>) => {
      setText(target.value);
      setChosen(-1);
    },
    // The cell is still being edited while another window has the focus.
    onBlur: ({ target }: FocusEvent<EditorElement>) =>
      target.ownerDocument.activeElement !== target && commit(text, 'leave'),
  };

  return (
    <div ref={openEditor} className={s.editor}>
      {column.suggestions === undefined ? (
        <textarea {...input} rows={1} />
      ) : (
        <input {...input} {...comboboxProps(listId, suggestions, chosen)} autoComplete="off" />
      )}
      <SuggestionList
        {...{ suggestions, chosen, id: listId, label: column.label }}
        onSelect={(match) => commit(withSuggestion(match), 'stay')}
      />
    </div>
  );
}

/** Moves the selection after Enter and Tab; `back` with Shift. */
const movesAfter = {
  Enter: { on: 'down', back: 'up' },
  Tab: { on: 'right', back: 'left' },
} as const;

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: readonly string[];
  chosen: number;
  onSelect: (match: string) => void;
}

/** The suggestions below a cell that is being edited. The focus stays in the input. */
function SuggestionList({ id, label, suggestions, chosen, onSelect }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (suggestions.length === 0) return null;
  return (
    <div ref={list} {...listProps(id, label)} className={`${s.suggestions} card`}>
      {suggestions.map((match, index) => (
        <div
          key={match}
          {...optionProps(id, index, index === chosen)}
          className={s.suggestion}
          onPointerDown={(event) => {
            event.preventDefault();
            onSelect(match);
          }}
        >
          {match}
        </div>
      ))}
    </div>
  );
}

// A `<datalist>` belongs to a single-line input and can't complete a second value. These props give
// a custom list the combobox roles.
function comboboxProps(listId: string, suggestions: readonly string[], chosen: number) {
  const isOpen = suggestions.length > 0;
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && chosen >= 0 ? `${listId}-${chosen}` : undefined,
  } as const;
}

function listProps(id: string, label: string) {
  return { id, role: 'listbox', 'aria-label': label } as const;
}

function optionProps(listId: string, index: number, isChosen: boolean) {
  return { id: `${listId}-${index}`, role: 'option', 'aria-selected': isChosen } as const;
}

function selectionIn({ selectionStart, selectionEnd, value }: EditorElement): [number, number] {
  return [selectionStart ?? value.length, selectionEnd ?? value.length];
}

/**
 * Returns the suggestions that contain the typed text, or all of them before anything is typed.
 */
function suggestionsFor(
  { suggestions = [], separator }: GridColumn,
  text: string,
  isUntouched: boolean,
) {
  const typed = currentPart(text, separator).trim().toLowerCase();
  const fitting = suggestions.filter((one) => isUntouched || one.toLowerCase().includes(typed));
  return fitting.length === 1 && fitting[0]?.toLowerCase() === typed ? [] : fitting;
}

function currentPart(text: string, separator: string | undefined): string {
  return separator === undefined ? text : (text.split(separator).at(-1) ?? '');
}

/** Returns the text with the suggestion in place of the part being typed. */
function completeText({ separator }: GridColumn, text: string, match: string): string {
  return text.slice(0, text.length - currentPart(text, separator).length) + match;
}
