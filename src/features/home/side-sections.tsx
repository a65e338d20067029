import type { Home } from '#contract/portal/home.ts';
import { useEndSnooze } from '#src/api/home.ts';
import { dayText } from '#src/lib/days.ts';
import { quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { TextButton } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo, leadsTo } from './home-links.tsx';
import { nameRecord } from './home-words.ts';

import s from './home.module.css';

/** Shows what the reader left out of the list, each with what brings it back. */
export function SnoozedSection({ snoozed }: Pick<Home, 'snoozed'>) {
  const now = useNow();
  const { mutate, isPending, variables, error } = useEndSnooze();
  if (snoozed.length === 0) return null;
  return (
    <Section title="Snoozed">
      <ul className={s.side}>
        {snoozed.map((record) => {
          const { type, id, until } = record;
          const name = nameRecord(record);
          return (
            <li key={id}>
              <Link to={paths[type](id)}>{name}</Link>
              <span>until {until === null ? 'the lender acts' : dayText(until, now)}</span>
              <TextButton
                aria-label={`Bring back ${name}`}
                pending={isPending && variables.id === id}
                onClick={() =>
                  mutate(
                    { type, id },
                    {
                      onSuccess: () => {
                        announce(`${name} is back in the list`);
                        focusHeading();
                      },
                    },
                  )
                }
              >
                Bring back
              </TextButton>
            </li>
          );
        })}
      </ul>
      {error && <p role="alert">{error.message}</p>}
    </Section>
  );
}

type Owner = Home['owners'][number];

interface OwnersSectionProps {
  title: string;
  owners: readonly Owner[];
  /** The filter of the lists by an owner. */
  filter: 'brokerRepId' | 'brokerId';
  /** Returns the address that the name of an owner links to; undefined: none. */
  nameTo?: (owner: Owner) => string;
}

/** Counts what waits by contact or by partner, most first; each number leads to its rows. */
export function OwnersSection({ title, owners, filter, nameTo }: OwnersSectionProps) {
  // A partner without any is named too, where support has chosen it.
  const waiting = owners.filter(({ leads, deals }) => leads + deals > 0);
  if (waiting.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={s.side}>
        {waiting.map((owner) => {
          const search = { [filter]: owner.id, waitingOn: ['partner' as const] };
          return (
            <li key={owner.id}>
              {nameTo ? <Link to={nameTo(owner)}>{owner.name}</Link> : <span>{owner.name}</span>}
              <span>
                {owner.deals > 0 && (
                  <Link to={dealsTo(search)}>{quantity(owner.deals, 'deal')}</Link>
                )}
                {owner.deals > 0 && owner.leads > 0 && ', '}
                {owner.leads > 0 && (
                  <Link to={leadsTo(search)}>{quantity(owner.leads, 'lead')}</Link>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
