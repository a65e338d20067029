import type { Session } from '#contract/portal/accounts.ts';
import type { Home } from '#contract/portal/home.ts';
import { leadOutcomes, type WaitingOn } from '#contract/v1/lists.ts';
import { sinceInWords } from '#src/lib/days.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Columns, Section } from '#src/ui/layout/section.tsx';

import { ChangedSection } from './changed-section.tsx';
import { type HomeCount, HomeCounts } from './home-counts.tsx';
import { dealsTo, leadsTo, longestFirst } from './home-links.ts';
import { ContactsTable, PartnersTable } from './owner-tables.tsx';
import { PendingRows, useHomeRows } from './pending-rows.tsx';
import { type RecordCounts, WaitingSection } from './record-rows.tsx';
import { StagesSection } from './stages-section.tsx';
import { UploadsSection } from './uploads-section.tsx';
import { WeeksSection } from './weeks-section.tsx';

import s from './home.module.css';

interface HomeViewProps {
  home: Home;
  session: Session;
  /** For support, the partner whose records are counted; empty for all. */
  partnerId: string;
  /** The rows that changed just now, by {@link homePart}. */
  marked: ReadonlySet<string>;
  /** What the person asked for: rows of another request are shown at once. */
  request: string;
}

/** The home page of each role. Every number is a link to the list that shows exactly its rows. */
export function HomeView({ home, session, partnerId, marked, request }: HomeViewProps) {
  const { role } = session.account;
  useUpdateAnnouncement('Rows', marked);
  const rows = useHomeRows(home, request);
  return role === 'support' ? (
    <SupportHome {...{ home, rows, marked, partnerId }} />
  ) : (
    <PartnerHome {...{ home, rows, marked }} isAdmin={role === 'partner-admin'} />
  );
}

interface RoleHomeProps extends Pick<HomeViewProps, 'home' | 'marked'> {
  rows: ReturnType<typeof useHomeRows>;
}

function PartnerHome({ home, rows, marked, isAdmin }: RoleHomeProps & { isAdmin: boolean }) {
  const now = useNow();
  const { waiting, changed, weeks, contacts, stages } = home;
  const { oldest, latest } = rows;
  const week = weeks.at(-1);
  const since =
    changed === null
      ? ''
      : changed.isFirst
        ? 'in the last 7 days'
        : `since ${sinceInWords(changed.since, now)}`;
  const counts: HomeCount[] = [
    ...waitingCounts(waiting.partner, 'waiting on you', 'partner'),
    ...(changed === null
      ? []
      : [
          {
            label: `deals changed ${since}`,
            number: changed.deals,
            to: dealsTo({ changedSince: changed.since }),
          },
          {
            label: `leads changed ${since}`,
            number: changed.leads,
            to: leadsTo({ changedSince: changed.since }),
          },
        ]),
    ...(week === undefined
      ? []
      : [
          {
            label: 'leads this week',
            number: leadOutcomes.reduce((sum, one) => sum + week[one], 0),
            to: leadsTo({ createdSince: week.from }),
          },
        ]),
  ];
  return (
    <>
      <HomeCounts counts={counts} />
      <Columns
        aside={
          <>
            <WeeksSection weeks={weeks} />
            <StagesSection stages={stages} partnerId="" />
          </>
        }
      >
        <div className={s.steady} {...rows.inUse}>
          <WaitingSection
            title="Waiting on you"
            note="oldest first"
            none="Nothing waits for you."
            {...{ oldest, marked }}
            counts={waiting.partner}
            search={{ waitingOn: ['partner'], sort: longestFirst }}
          />
          {changed && (
            <ChangedSection
              {...{ changed, since, marked }}
              rows={latest.rows}
              waiting={<PendingRows {...latest} />}
            />
          )}
        </div>
        {isAdmin && changed && (
          <>
            <ContactsTable
              contacts={contacts}
              changedSince={changed.since}
              week={week?.from ?? ''}
            />
            <UploadsSection uploads={home.uploads} />
          </>
        )}
      </Columns>
    </>
  );
}

function SupportHome({
  home,
  rows: { oldest, inUse },
  marked,
  partnerId,
}: RoleHomeProps & { partnerId: string }) {
  const { waiting, stages, partners } = home;
  const sum = (of: 'leads' | 'deals') =>
    waiting.partner[of] + waiting.client[of] + waiting.lender[of];
  const changed = {
    changedSince: 'P7D',
    brokerId: partnerId,
    sort: { by: 'updatedAt', descending: true },
  } as const;
  return (
    <>
      <HomeCounts
        counts={(['partner', 'client', 'lender'] as const).flatMap((on) =>
          waitingCounts(waiting[on], `waiting on the ${on}`, on, partnerId),
        )}
      />
      <Columns aside={<StagesSection stages={stages} partnerId={partnerId} />}>
        <div className={s.steady} {...inUse}>
          <WaitingSection
            title="Waiting longest"
            note="all that has not ended"
            none="Nothing waits for anybody."
            isSupport
            {...{ oldest, marked }}
            counts={{ leads: sum('leads'), deals: sum('deals') }}
            search={{
              waitingOn: ['partner', 'client', 'lender'],
              brokerId: partnerId,
              sort: longestFirst,
            }}
          />
        </div>
        <Section title="Changed in the last 7 days">
          <p className={s.all}>
            <LinkButton size="small" to={dealsTo(changed)}>
              Changed deals
            </LinkButton>
            <LinkButton size="small" to={leadsTo(changed)}>
              Changed leads
            </LinkButton>
          </p>
        </Section>
        <PartnersTable partners={partners} />
      </Columns>
    </>
  );
}

/** Returns the two numbers of what waits; what waits for the partner is due. */
function waitingCounts(
  { deals, leads }: RecordCounts,
  words: string,
  on: WaitingOn,
  brokerId = '',
): HomeCount[] {
  const search = { waitingOn: [on], brokerId, sort: longestFirst };
  const isDue = on === 'partner';
  return [
    { label: `deals ${words}`, number: deals, to: dealsTo(search), isDue },
    { label: `leads ${words}`, number: leads, to: leadsTo(search), isDue },
  ];
}
