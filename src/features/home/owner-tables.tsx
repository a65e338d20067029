import { Link } from 'react-router';

import type { Home } from '#contract/portal/home.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Section } from '#src/ui/layout/section.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { dealsTo, leadsTo } from './home-links.ts';

import s from './home.module.css';

type Contact = Home['contacts'][number];
type Partner = Home['partners'][number];

/** A number in a table, as the link to its rows. */
function Num({ number, to, label }: { number: number; to: string; label: string }) {
  return (
    <Link to={to} aria-label={`${label}: ${count(number)}`}>
      {count(number)}
    </Link>
  );
}

interface ContactsTableProps {
  contacts: readonly Contact[];
  /** What others changed since then is counted. */
  changedSince: string;
  /** When the current week began. */
  week: string;
}

/** The numbers of each contact of the partner. */
export function ContactsTable({ contacts, changedSince, week }: ContactsTableProps) {
  const waitingOn = ['partner'] as const satisfies WaitingOn[];
  const num = (
    header: string,
    numberOf: (contact: Contact) => { number: number; to: string },
  ): Column<Contact> => ({
    header,
    num: true,
    card: 'text',
    cell: (contact) => <Num {...numberOf(contact)} label={`${contact.name}, ${header}`} />,
  });
  return (
    <Section title="By contact">
      <div className={s.scroll}>
        <Table
          label="By contact"
          rows={contacts}
          columns={[
            { header: 'Contact', cell: ({ name }) => name },
            num('Deals waiting', ({ id, waiting }) => ({
              number: waiting.deals,
              to: dealsTo({ brokerRepId: id, waitingOn: [...waitingOn] }),
            })),
            num('Leads waiting', ({ id, waiting }) => ({
              number: waiting.leads,
              to: leadsTo({ brokerRepId: id, waitingOn: [...waitingOn] }),
            })),
            num('Deals changed', ({ id, changed }) => ({
              number: changed.deals,
              to: dealsTo({ brokerRepId: id, changedSince }),
            })),
            num('Leads this week', ({ id, leadsOfWeek }) => ({
              number: leadsOfWeek,
              to: leadsTo({ brokerRepId: id, createdSince: week }),
            })),
          ]}
        />
      </div>
    </Section>
  );
}

const waiters = [
  { on: 'partner', name: 'partner' },
  { on: 'client', name: 'client' },
  { on: 'lender', name: 'lender' },
] as const;

/** How many records of each partner wait for whom. A partner's name narrows the page to it. */
export function PartnersTable({ partners }: { partners: readonly Partner[] }) {
  const columns: readonly Column<Partner>[] = [
    {
      header: 'Partner',
      width: '30%',
      cell: ({ id, name }) => (
        <Link to={paths.home(new URLSearchParams({ partner: id }))}>{name}</Link>
      ),
    },
    ...waiters.map(({ on, name }): Column<Partner> => ({
      header: `On the ${name}`,
      cell: ({ id, name: partner, waiting }) => (
        <>
          <Num
            number={waiting[on].deals}
            to={dealsTo({ brokerId: id, waitingOn: [on] })}
            label={`${partner}, deals waiting on the ${name}`}
          />
          <span className="soft"> deals · </span>
          <Num
            number={waiting[on].leads}
            to={leadsTo({ brokerId: id, waitingOn: [on] })}
            label={`${partner}, leads waiting on the ${name}`}
          />
          <span className="soft"> leads</span>
        </>
      ),
    })),
  ];
  return (
    <Section title="By partner" note="who has to act">
      <div className={s.scroll}>
        <Table label="By partner" rows={partners} columns={columns} />
      </div>
    </Section>
  );
}
