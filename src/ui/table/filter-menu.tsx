import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, Suspense, useId, useState } from 'react';

import s from './filter-menu.module.css';

export interface FilterMenuProps {
  /** The name of the filter: "Status". */
  label: string;
  /** What is chosen, in words. */
  chosen: readonly string[];
  /** Shows the choices; rendered only while the menu is open. */
  children: (close: () => void) => ReactNode;
}

/** A filter in a menu: a button that says how much is chosen, and the choices when pressed. */
export function FilterMenu({ label, chosen, children }: FilterMenuProps) {
  const id = useId();
  // The choices of a closed menu would be rerendered with every page of the list.
  const [isOpen, setIsOpen] = useState(false);
  const [first] = chosen;
  const more = chosen.length > 1 ? ` +${chosen.length - 1}` : '';
  return (
    <>
      <button
        type="button"
        className={s.opener}
        popoverTarget={id}
        data-command={label}
        data-chosen={chosen.length > 0 || undefined}
        aria-label={first === undefined ? label : `${label}: ${first}${more}`}
      >
        {label}
        {/* The name of the button says what is chosen: the number is written by the style sheet. */}
        {first !== undefined && <span className={s.count} data-count={chosen.length} />}
        <ChevronDown aria-hidden />
      </button>
      <fieldset
        id={id}
        className={s.menu}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        // Only after closing: the browser returns the focus from the choices to the opener first.
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <legend className="visually-hidden">{label}</legend>
        {isOpen && (
          <Suspense fallback={<p className={s.loading}>Loading…</p>}>
            {children(() =>
              document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.hidePopover(),
            )}
            <button type="button" className={s.done} popoverTarget={id} popoverTargetAction="hide">
              Done
            </button>
          </Suspense>
        )}
      </fieldset>
    </>
  );
}
