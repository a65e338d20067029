import CalendarIcon from 'lucide-react/icons/calendar';
import { type ComponentProps, lazy, Suspense, useState } from 'react';

import { Input } from '#src/ui/form/text-input.tsx';

import type { Day, DayRange } from './calendar-days.ts';

import s from './date-input.module.css';

const loadCalendar = async () => ({ default: (await import('./calendar.tsx')).Calendar });
const Calendar = lazy(loadCalendar);

interface DateInputProps extends ComponentProps<typeof Input> {
  /** The field's label, for the accessible names of the button and its calendar. */
  label: string;
  /** The day that the text means, shown as chosen. */
  day: Day | undefined;
  range: DayRange;
  /** Where the calendar opens if there is no day: where most days are. Today without it. */
  openOn?: Day | undefined;
  onChoose: (day: Day) => void;
}

/** A text input for a date, with a button that opens a calendar. Any text can be typed. */
export function DateInput({ label, day, range, openOn, onChoose, ...input }: DateInputProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `${label}: choose from calendar`;
  return (
    <div className={s.dateInput}>
      <Input spellCheck={false} autoComplete="off" {...input} />
      <button
        type="button"
        className={s.opener}
        aria-label={name}
        title="Choose from calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadCalendar()}
        // The input that loses the focus shows its messages only once the click is complete.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          currentTarget.focus({ preventScroll: true });
          setOpen(true);
        }}
      >
        <CalendarIcon aria-hidden />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Calendar
            label={label}
            selected={day}
            range={range}
            openOn={openOn}
            onChoose={(chosen) => {
              onChoose(chosen);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
