import type { Session } from '#contract/portal/accounts.ts';
import type { Home } from '#contract/portal/home.ts';
import { sinceInWords } from '#src/lib/days.ts';
import { paths } from '#src/lib/paths.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import { ChangedSection } from './changed-section.tsx';
import { PendingRows, useHomeRows } from './pending-rows.tsx';
import { OwnersSection, SnoozedSection } from './side-sections.tsx';
import { type WaitingAct, WaitingSection } from './waiting-section.tsx';
import { WeeksSection } from './weeks-section.tsx';

interface HomeViewProps {
  home: Home;
  session: Session;
  /** For support, the partner whose records are shown; empty for all. */
  partnerId: string;
  /** The rows that changed just now, by {@link homePart}. */
  marked: ReadonlySet<string>;
  /** The request of the person: rows of another one are shown at once. */
  request: string;
  Act: WaitingAct;
}

/** The home page of each role: a list to work off, what changed, and at the side the rest. */
export function HomeView({ home, session, partnerId, marked, request, Act }: HomeViewProps) {
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
          <SnoozedSection snoozed={home.snoozed} />
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
          {...{ marked, Act }}
        />
        {changed && (
          <ChangedSection
            {...{ changed, marked }}
            since={
              changed.isFirst ? 'in the last 7 days' : `since ${sinceInWords(changed.since, now)}`
            }
            rows={rows.latest.rows}
            waiting={<PendingRows {...rows.latest} />}
          />
        )}
      </div>
    </Columns>
  );
}

const onWhom = { broker: 'you', 'partner-admin': 'us', support: 'partners' };
const ofWhom = { broker: 'My leads', 'partner-admin': 'Our leads', support: 'Leads' };
