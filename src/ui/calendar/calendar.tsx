import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

import { announce, Announcer } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { PlainSelect } from '#src/ui/form/select.tsx';

import {
  addMonths,
  calendarWords,
  type Day,
  type DayRange,
  getFirstWeekday,
  today,
  listWeeks,
  withinRange,
  withMonth,
} from './calendar-days.ts';
import { movedDay } from './calendar-keys.ts';

import s from './calendar.module.css';

interface CalendarProps {
  /** The label of the field that a day is chosen for. */
  label: string;
  /** The day in the field. */
  selected: Day | undefined;
  range: DayRange;
  /** Where the calendar opens if the field has no day; today without it. */
  openOn?: Day | undefined;
  onChoose: (day: Day) => void;
  onClose: () => void;
}

/**
 * A modal dialog with the days of a month, after the date picker dialog of the ARIA Authoring
 * Practices. Arrows, Home, End, Page Up and Page Down, with Shift by years, move the focus; Enter
 * chooses the day, Escape closes. On close the focus returns to where it was.
 */
export function Calendar({ label, selected, range, openOn, onChoose, onClose }: CalendarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [day, setDay] = useState(() => withinRange(selected ?? openOn ?? today(), range));
  const [words] = useState(calendarWords);
  const [firstWeekday] = useState(() => getFirstWeekday());
  const focus = (one: Day) =>
    dialog.current?.querySelector<HTMLElement>(`[data-day="${one}"]`)?.focus();

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) element.showModal();
    element?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  /** Shows another month while the focus stays on the control that was used. */
  const show = (one: Day) => {
    const next = withinRange(one, range);
    if (next.slice(0, 7) !== day.slice(0, 7)) announce(words.month(next));
    setDay(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const moved = movedDay(event, day, firstWeekday);
    if (moved === undefined) return;
    event.preventDefault();
    const next = withinRange(moved, range);
    flushSync(() => setDay(next));
    focus(next);
  };

  const closing = {
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      onClose();
    },
    onClick: (event: MouseEvent) => isOutside(event) && onClose(),
  };

  return (
    <dialog ref={dialog} className={s.dialog} aria-label={`${label}: calendar`} {...closing}>
      <MonthBar day={day} range={range} words={words} onShow={show} />
      <DayGrid {...{ day, selected, range, words, firstWeekday }}>
        {(one) => ({ onClick: () => onChoose(one), onKeyDown: handleKeyDown })}
      </DayGrid>
      <div className={s.footer}>
        {openOn === undefined && today() >= range.min && today() <= range.max && (
          <Button size="small" onClick={() => onChoose(today())}>
            Today
          </Button>
        )}
        <Button variant="plain" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <Announcer />
    </dialog>
  );
}

/** Returns whether the backdrop of a dialog was clicked. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface MonthProps {
  /** The day of the month shown that has the focus, or would get it. */
  day: Day;
  range: DayRange;
  words: ReturnType<typeof calendarWords>;
}

/** The month and the year to choose from, between the previous and the next month. */
function MonthBar({ day, range, words, onShow }: MonthProps & { onShow: (day: Day) => void }) {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const [first, last] = [Number(range.min.slice(0, 4)), Number(range.max.slice(0, 4))];
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: words.monthName(index + 1),
  }));
  const years = Array.from({ length: last - first + 1 }, (_, index) => String(last - index));
  const step = (name: string, count: number, isEnd: boolean, icon: ReactNode) => (
    <Button
      aria-label={name}
      title={name}
      aria-disabled={isEnd}
      onClick={() => onShow(addMonths(day, count))}
    >
      {icon}
    </Button>
  );
  return (
    <div className={s.bar}>
      {step('Previous month', -1, isSameMonth(day, range.min), <ChevronLeft aria-hidden />)}
      <PlainSelect
        aria-label="Month"
        options={months}
        value={String(month)}
        onChange={({ target }) => onShow(withMonth(day, year, Number(target.value)))}
      />
      <PlainSelect
        aria-label="Year"
        options={years}
        value={String(year)}
        onChange={({ target }) => onShow(withMonth(day, Number(target.value), month))}
      />
      {step('Next month', 1, isSameMonth(day, range.max), <ChevronRight aria-hidden />)}
    </div>
  );
}

const isSameMonth = (one: Day, other: Day) => one.slice(0, 7) === other.slice(0, 7);

interface DayGridProps extends MonthProps {
  selected: Day | undefined;
  firstWeekday: number;
  /** Returns what the button of a day does. */
  children: (day: Day) => { onClick: () => void; onKeyDown: (event: KeyboardEvent) => void };
}

/** The days of a month, one of which can be reached by Tab. */
function DayGrid({ day, selected, range, words, firstWeekday, children }: DayGridProps) {
  const weeks = listWeeks(day, firstWeekday);
  // The second week has a day in every column.
  const weekdays = (weeks[1] ?? []).flatMap((one) => (one ? [words.weekday(one)] : []));
  const isInRange = (one: Day) => one >= range.min && one <= range.max;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as in ARIA
    <table role="grid" className={s.grid} aria-label={words.month(day)}>
      <thead>
        <tr>
          {weekdays.map(({ long, short }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={`${day.slice(0, 7)} ${index}`}>
            {week.map((one, weekday) =>
              one === undefined ? (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- no day
                <td key={weekday} />
              ) : (
                <td key={one} aria-selected={one === selected}>
                  <button
                    type="button"
                    className={s.day}
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-label={words.day(one)}
                    aria-current={one === today() ? 'date' : undefined}
                    disabled={!isInRange(one)}
                    {...children(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
