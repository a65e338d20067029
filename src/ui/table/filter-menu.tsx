import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';

import { Button } from '#src/ui/elements/button.tsx';
import { Checkbox } from '#src/ui/form/choice-group.tsx';

import s from './filter-menu.module.css';

export interface FilterMenuProps {
  /** The name of the filter: "Status". */
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Returns the props of a filter whose chosen values stay in the order of `options`. */
export function choiceOf<const Value extends string>(
  label: string,
  options: readonly Value[],
  chosen: readonly string[],
  onChange: (chosen: Value[]) => void,
): FilterMenuProps {
  const handleChange = (values: string[]) =>
    onChange(options.filter((one) => values.includes(one)));
  return { label, options, chosen, onChange: handleChange };
}

/** A filter by any of many values, in a menu of checkboxes. Each choice applies at once. */
export function FilterMenu({ label, options, chosen, onChange }: FilterMenuProps) {
  const id = useId();
  // The checkboxes of a closed menu would be rerendered with every page of the list.
  const [isOpen, setIsOpen] = useState(false);
  const [first] = chosen;
  const more = chosen.length > 1 ? ` +${chosen.length - 1}` : '';
  return (
    <>
      <button
        type="button"
        className={s.opener}
        popoverTarget={id}
        data-chosen={chosen.length > 0 || undefined}
      >
        {first === undefined ? label : `${label}: ${first}${more}`}
        <ChevronDown aria-hidden />
      </button>
      <fieldset
        id={id}
        className={s.menu}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        // Only after closing: the browser returns the focus from the checkbox to the opener first.
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <legend className="visually-hidden">{label}</legend>
        {isOpen && <Choices {...{ label, options, chosen, onChange }} />}
      </fieldset>
    </>
  );
}

function Choices({ label, options, chosen, onChange }: FilterMenuProps) {
  return (
    <>
      <div className={s.options}>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(
                options.filter((one) => (one === option ? target.checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      <div className={s.footer}>
        <Button
          size="small"
          variant="plain"
          aria-disabled={chosen.length === 0}
          onClick={() => onChange([])}
        >
          Any {label.toLowerCase()}
        </Button>
      </div>
    </>
  );
}
