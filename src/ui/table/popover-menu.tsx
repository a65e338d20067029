import ChevronDown from 'lucide-react/icons/chevron-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, useId, useState } from 'react';

import { commandMark, menuTextMark, type PageCommand } from '#src/lib/page-elements.ts';

import s from './popover-menu.module.css';

interface PopoverMenuProps {
  /** The name of the menu: "Filter". */
  label: string;
  /** The command that opens it. */
  command?: PageCommand;
  /** `more`: three dots, named by the label; `plain`: like a link; `inline`: one within a text. */
  look?: 'more' | 'plain' | 'inline';
  /** Whether it ends where its button ends, at the right of a page. */
  atEnd?: boolean;
  /** How many things are set in it, which a phone shows beside the label. */
  total?: number;
  /** Always rendered, also for the command menu; above the content of the open menu. */
  actions?: ReactNode;
  children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a menu below it; on a phone, a sheet at the bottom with one Done. The first
 * field of the menu gets the focus, and the text typed since the press.
 */
export function PopoverMenu(props: PopoverMenuProps) {
  const { label, command, look, atEnd, total = 0, actions, children } = props;
  const id = useId();
  // What a closed menu has would be rendered again with every page of the list.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={s.opener}
        popoverTarget={id}
        {...{ [commandMark]: command }}
        data-look={look}
        aria-label={look === 'more' ? label : undefined}
      >
        {look === 'more' ? <Ellipsis aria-hidden /> : label}
        {total > 0 && <span className={s.total}>{total}</span>}
        {look === undefined && <ChevronDown aria-hidden />}
      </button>
      <fieldset
        id={id}
        className={s.menu}
        data-at-end={atEnd}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        // Only after closing: the browser returns the focus from the menu to its button first.
        // A part of the menu can be closed too.
        onToggle={({ newState, target, currentTarget }) =>
          target === currentTarget && setIsOpen(newState === 'open')
        }
      >
        <legend className="visually-hidden">{label}</legend>
        {/* Collects typed text until a field of the menu does: see {@link takeTyped}. */}
        <textarea
          ref={takeFocus}
          {...{ [menuTextMark]: true }}
          className="visually-hidden"
          aria-label={label}
          tabIndex={-1}
        />
        {actions}
        {isOpen && children(() => document.getElementById(id)?.hidePopover())}
        <button type="button" className={s.done} popoverTarget={id} popoverTargetAction="hide">
          Done
        </button>
      </fieldset>
    </>
  );
}

/** What a menu shows until its part is loaded. */
export function MenuPending() {
  return <p className={`${s.loading} soft`}>Loading…</p>;
}

/**
 * Lets the browser focus the hidden field as it shows the menu; React’s `autoFocus` would not set
 * that. Not on a phone, where the keyboard would cover the menu.
 */
function takeFocus(field: HTMLTextAreaElement | null): void {
  if (field) field.autofocus = matchMedia('(pointer: fine)').matches;
}
