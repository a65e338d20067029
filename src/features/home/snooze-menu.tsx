import Ellipsis from 'lucide-react/icons/ellipsis';
import { useId, useRef, useState } from 'react';

import type { WaitingRecord } from '#contract/portal/home.ts';
import { useSnooze } from '#src/api/home.ts';
import { dayText } from '#src/lib/days.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Input } from '#src/ui/form/input.tsx';
import { rememberNextTodo } from '#src/ui/layout/todo-list.tsx';

import { nameRecord } from './home-links.tsx';

import s from './home.module.css';

/** Leaves a row out of the list: until a day, or until the lender acts. */
export function SnoozeMenu({ record }: { record: WaitingRecord }) {
  const id = useId();
  const now = useNow();
  const menu = useRef<HTMLFieldSetElement>(null);
  const [day, setDay] = useState('');
  const { mutateAsync, isPending, error } = useSnooze();
  const name = nameRecord(record);
  const today = new Date(now);
  const inDays = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).toISOString();
  // Sunday is 0, and Monday is never today.
  const monday = (8 - today.getDay()) % 7 || 7;

  async function snooze(until: string | null): Promise<void> {
    const focusNext = rememberNextTodo(menu.current);
    const duration = until === null ? 'until the lender acts' : `until ${dayText(until, now)}`;
    // The row is gone then, and with it this menu. A failure is shown in it.
    await mutateAsync({ type: record.type, id: record.id, until });
    announce(`${name} is left out ${duration}`);
    focusNext();
  }
  const trySnooze = (until: string | null) => void snooze(until).catch(() => undefined);
  const choice = (label: string, until: string | null) => (
    <Button variant="plain" pending={isPending} onClick={() => trySnooze(until)}>
      {label}
    </Button>
  );
  return (
    <>
      <button
        type="button"
        className={`${s.more} center soft`}
        popoverTarget={id}
        aria-label={`More: ${name}`}
      >
        <Ellipsis aria-hidden />
      </button>
      <fieldset ref={menu} id={id} className={s.menu} popover="auto">
        <legend className="visually-hidden">{name}</legend>
        {choice('Snooze until tomorrow', inDays(1))}
        {choice('Snooze until Monday', inDays(monday))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (day !== '') trySnooze(new Date(`${day}T00:00`).toISOString());
          }}
        >
          <Input
            type="date"
            aria-label="Snooze until"
            min={inDays(2).slice(0, 10)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button type="submit" aria-disabled={day === ''} pending={isPending}>
            Snooze
          </Button>
        </form>
        {choice('Done on my side', null)}
        {error && <p role="alert">{error.message}</p>}
      </fieldset>
    </>
  );
}
