import { type ComponentProps, useState } from 'react';

import { type FollowUp, useSetFollowUp } from '#src/api/follow-ups.ts';
import { dayText } from '#src/lib/days.ts';
import { formatNearDay } from '#src/lib/values/due-day.ts';
import { dayInDays, listFollowUpDays } from '#src/lib/values/follow-up-days.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Input } from '#src/ui/form/input.tsx';
import { PopoverMenu } from '#src/ui/table/popover-menu.tsx';

import s from './follow-ups.module.css';

interface FollowUpMenuProps extends Pick<
  ComponentProps<typeof PopoverMenu>,
  'label' | 'look' | 'atEnd'
> {
  /** The record, and the day on which it is followed up, if there is one. */
  record: FollowUp;
  /** What the record is called. */
  name: string;
  /** Called with the choices before the day is sent; what it returns, once it is stored. */
  onChoose?: (choices: Element) => () => void;
}

/** A menu with the days on which to follow up a record; it closes once the day is stored. */
export function FollowUpMenu({ record, name, onChoose, ...menu }: FollowUpMenuProps) {
  const now = useNow();
  const { mutateAsync, isPending, error } = useSetFollowUp();

  async function choose(day: string | null, choices: Element, close: () => void): Promise<void> {
    const handleStored = onChoose?.(choices);
    await mutateAsync({ ...record, day });
    close();
    announce(
      day === null ? `No follow-up of ${name}` : `${name}: follow up ${formatNearDay(day, now)}`,
    );
    handleStored?.();
  }
  return (
    <PopoverMenu {...menu}>
      {(close) => (
        <FollowUpChoices
          day={record.day}
          isPending={isPending}
          error={error}
          // A failure is shown in the menu.
          onChoose={(day, choices) => void choose(day, choices, close).catch(() => undefined)}
        />
      )}
    </PopoverMenu>
  );
}

interface FollowUpChoicesProps {
  /** The day that is set. */
  day: string | null;
  isPending: boolean;
  error: Error | null;
  /** `choices`: the element with them. */
  onChoose: (day: string | null, choices: Element) => void;
}

/** Days as buttons, any other as a date, and a button that clears the one that is set. */
function FollowUpChoices({ day: saved, isPending, error, onChoose }: FollowUpChoicesProps) {
  const now = useNow();
  const [typed, setTyped] = useState('');
  return (
    <div className={s.choices}>
      <p className={s.title}>Follow up</p>
      {listFollowUpDays(now).map(({ label, day }) => (
        <Button
          key={label}
          variant="plain"
          pending={isPending}
          onClick={({ currentTarget }) => onChoose(day, currentTarget)}
        >
          {label} <span className={`${s.day} soft num`}>{dayText(`${day}T00:00`, now)}</span>
        </Button>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '') onChoose(typed, event.currentTarget);
        }}
      >
        <Input
          type="date"
          aria-label="Follow up on"
          min={dayInDays(1, now)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" aria-disabled={typed === ''} pending={isPending}>
          Set
        </Button>
      </form>
      {saved !== null && (
        <Button
          variant="plain"
          pending={isPending}
          onClick={({ currentTarget }) => onChoose(null, currentTarget)}
        >
          Clear follow-up
        </Button>
      )}
      {error && <p role="alert">{error.message}</p>}
    </div>
  );
}
