import { Fragment } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { type Home, type HomeWeek, sumCounts } from '#contract/portal/home.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import { useSetFollowUp } from '#src/api/follow-ups.ts';
import { dayText, formatSince } from '#src/lib/days.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { formatNearDay } from '#src/lib/values/due-day.ts';
import { StackedBars } from '#src/ui/chart/stacked-bars.tsx';
import { useUpdateAnnouncement, announce } from '#src/ui/elements/announcer.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Columns, Section } from '#src/ui/layout/section.tsx';

import { ChangedSection } from './changed-section.tsx';
import { listLinks, nameRecord } from './home-links.tsx';
import { useHomeRows } from './pending-rows.tsx';
import { type WaitingParts, WaitingSection } from './waiting-section.tsx';

import s from './home.module.css';

interface HomeViewProps extends WaitingParts {
  home: Home;
  session: Session;
  /** For support, the partner whose records are shown; empty for all. */
  partnerId: string;
  /** The rows that changed just now, by {@link homeRowKey}. */
  marked: ReadonlySet<string>;
  /** The request of the person: rows of another one are shown at once. */
  request: string;
}

/** The home page of each role: a list to work off, what changed, and at the side the rest. */
export function HomeView(props: HomeViewProps) {
  const { home, session, partnerId, marked, request, ...parts } = props;
  const now = useNow();
  const { role } = session.account;
  const { contact } = session;
  useUpdateAnnouncement('Rows', marked);
  const rows = useHomeRows(home, request);
  const { changed, owners } = home;
  return (
    <Columns
      aside={
        <>
          {home.weeks.length > 0 && <WeeksSection title={ofWhom[role]} weeks={home.weeks} />}
          <FollowUpsSection followUps={home.followUps} />
          {role === 'partner-admin' && (
            <OwnersSection title="Waiting on, by contact" filter="brokerRepId" owners={owners} />
          )}
          {role === 'support' && (
            <OwnersSection
              title="Waiting on, by partner"
              filter="brokerId"
              owners={owners}
              nameTo={({ id }) => paths.home(new URLSearchParams({ partner: id }))}
            />
          )}
        </>
      }
    >
      <div {...rows.inUse}>
        <WaitingSection
          title={`Waiting on ${onWhom[role]}`}
          todo={home.todo}
          rows={rows.todo}
          reader={contact && `${contact.firstName} ${contact.lastName}`}
          brokerId={partnerId}
          {...{ marked, ...parts }}
        />
        {changed && (
          <ChangedSection
            {...{ changed, marked }}
            since={
              changed.isFirst ? 'in the last 7 days' : `since ${formatSince(changed.since, now)}`
            }
            rows={rows.latest}
          />
        )}
      </div>
    </Columns>
  );
}

const onWhom = { broker: 'you', 'partner-admin': 'us', support: 'partners' };
const ofWhom = { broker: 'My leads', 'partner-admin': 'Our leads', support: 'Leads' };

/** From the bottom of a bar up. */
const series = [
  { name: 'Became deals', weight: 'strong' },
  { name: 'Others', weight: 'light' },
] as const;

/** Leads per week, and how many of them became deals. */
function WeeksSection({ title, weeks }: { title: string; weeks: readonly HomeWeek[] }) {
  const now = useNow();
  const bars = weeks.map(({ converted, others }) => [converted, others] as const);
  const converted = bars.reduce((sum, [deals]) => sum + deals, 0);
  const total = bars.reduce((sum, [, others]) => sum + others, converted);
  const outcomeText = `${count(total)} submitted, ${count(converted)} became deals`;
  const ofWeeks = weeks.map(({ from }, at) => {
    const [deals, others] = bars[at] ?? [0, 0];
    return `${dayText(from, now)}: ${count(deals + others)}, ${count(deals)} became deals`;
  });
  return (
    <Section title={`${title}, last ${weeks.length} weeks`}>
      {total > 0 && (
        <StackedBars
          label={`By the week from ${ofWeeks.join('; ')}.`}
          series={series}
          bars={bars}
        />
      )}
      <p className={`${s.caption} soft small`}>
        {total === 0 ? 'No leads in these weeks.' : outcomeText}
      </p>
    </Section>
  );
}

/** Shows what the reader follows up later, each with its day. */
function FollowUpsSection({ followUps }: Pick<Home, 'followUps'>) {
  const now = useNow();
  const { mutate, isPending, variables, error } = useSetFollowUp();
  if (followUps.length === 0) return null;
  return (
    <Section title="Follow up later">
      <ul className={`${s.side} ${s.dated}`}>
        {followUps.map((record) => {
          const { type, id, day } = record;
          const name = nameRecord(record);
          return (
            <li key={id}>
              <Link to={paths[type](id)}>{name}</Link>
              <span>{formatNearDay(day, now)}</span>
              <TextButton
                aria-label={`Clear follow-up: ${name}`}
                pending={isPending && variables.id === id}
                onClick={() =>
                  mutate(
                    { type, id, day: null },
                    {
                      onSuccess: () => {
                        announce(`No follow-up of ${name}`);
                        focusHeading();
                      },
                    },
                  )
                }
              >
                Clear
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

/** Counts waiting records by contact or partner, most first. Each number links to its rows. */
function OwnersSection({ title, owners, filter, nameTo }: OwnersSectionProps) {
  // A partner without any is named too, where support has chosen it.
  const waiting = owners.filter((owner) => sumCounts(owner) > 0);
  if (waiting.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={s.side}>
        {waiting.map((owner) => {
          const search = { [filter]: owner.id, waitingOn: ['partner' as const] };
          return (
            <li key={owner.id}>
              <span translate="no">
                {nameTo ? <Link to={nameTo(owner)}>{owner.name}</Link> : owner.name}
              </span>
              <span>
                {listKeys(listLinks)
                  .filter((list) => owner[list] > 0)
                  .map((list, at) => (
                    <Fragment key={list}>
                      {at > 0 && ', '}
                      <Link to={listLinks[list](search)}>
                        {quantity(owner[list], typesByList[list])}
                      </Link>
                    </Fragment>
                  ))}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
