import CalendarIcon from 'lucide-react/icons/calendar';
import { type ComponentProps, useRef } from 'react';

import { Input } from './plain-controls.tsx';

import s from './date-input.module.css';

interface DateInputProps extends ComponentProps<typeof Input> {
  /** The field's label, for the accessible name of the button. */
  label: string;
  /** The day that the text means, and the days that can be chosen, as `YYYY-MM-DD`. */
  day: string | undefined;
  range: { readonly min: string; readonly max: string };
  /** Where the calendar opens if there is no day: where most days are. Today without it. */
  openOn?: string | undefined;
  onChoose: (day: string) => void;
}

/**
 * A text input for a date, with a button that opens the browser's calendar. Any text can be typed.
 */
export function DateInput({ label, day, range, openOn, onChoose, ...input }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);

  function handleOpen(): void {
    if (!calendar.current) return;
    calendar.current.value = day ?? openOn ?? '';
    calendar.current.showPicker();
  }

  return (
    <div className={s.dateInput}>
      <Input spellCheck={false} autoComplete="off" {...input} />
      <input
        ref={calendar}
        type="date"
        className={s.calendar}
        aria-hidden
        tabIndex={-1}
        {...range}
        onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      />
      <button
        type="button"
        className={s.opener}
        aria-label={`${label}: choose from calendar`}
        title="Choose from calendar"
        // The input that loses the focus shows its messages only once the click is complete.
        onMouseDown={(event) => event.preventDefault()}
        onClick={handleOpen}
      >
        <CalendarIcon aria-hidden />
      </button>
    </div>
  );
}
