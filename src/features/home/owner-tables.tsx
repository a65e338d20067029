import { Link } from 'react-router';

import type { Home } from '#contract/portal/home.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo, leadsTo } from './home-links.ts';

import s from './home.module.css';

/** A column of numbers, each the link to the rows that it counts. */
interface NumberColumn<Owner> {
  readonly header: string;
  readonly numberOf: (owner: Owner) => number;
  readonly toOf: (owner: Owner) => string;
}

interface OwnerTableProps<Owner> {
  label: string;
  ownerHeader: string;
  owners: readonly Owner[];
  /** Where an owner's name leads to; omit if nowhere. */
  nameTo?: (owner: Owner) => string;
  columns: readonly NumberColumn<Owner>[];
}

function OwnerTable<Owner extends { readonly id: string; readonly name: string }>({
  label,
  ownerHeader,
  owners,
  nameTo,
  columns,
}: OwnerTableProps<Owner>) {
  return (
    <table className={s.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{ownerHeader}</th>
          {columns.map(({ header }) => (
            <th key={header} scope="col" data-num>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {owners.map((owner) => (
          <tr key={owner.id}>
            <th scope="row">
              {nameTo ? <Link to={nameTo(owner)}>{owner.name}</Link> : owner.name}
            </th>
            {columns.map(({ header, numberOf, toOf }) => (
              <td key={header} data-num>
                <Link to={toOf(owner)} aria-label={`${owner.name}, ${header}: ${numberOf(owner)}`}>
                  {count(numberOf(owner))}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ContactsTableProps {
  contacts: Home['contacts'];
  /** What others changed since then is counted. */
  changedSince: string;
  /** When the current week began. */
  week: string;
}

/** The numbers of each contact of the partner. */
export function ContactsTable({ contacts, changedSince, week }: ContactsTableProps) {
  const waitingOn: WaitingOn[] = ['partner'];
  return (
    <Section title="By contact">
      <OwnerTable
        label="By contact"
        ownerHeader="Contact"
        owners={contacts}
        columns={[
          {
            header: 'Deals waiting',
            numberOf: ({ waiting }) => waiting.deals,
            toOf: ({ id }) => dealsTo({ brokerRepId: id, waitingOn }),
          },
          {
            header: 'Leads waiting',
            numberOf: ({ waiting }) => waiting.leads,
            toOf: ({ id }) => leadsTo({ brokerRepId: id, waitingOn }),
          },
          {
            header: 'Deals changed',
            numberOf: ({ changed }) => changed.deals,
            toOf: ({ id }) => dealsTo({ brokerRepId: id, changedSince }),
          },
          {
            header: 'Leads changed',
            numberOf: ({ changed }) => changed.leads,
            toOf: ({ id }) => leadsTo({ brokerRepId: id, changedSince }),
          },
          {
            header: 'Leads this week',
            numberOf: ({ leadsOfWeek }) => leadsOfWeek,
            toOf: ({ id }) => leadsTo({ brokerRepId: id, createdSince: week }),
          },
        ]}
      />
    </Section>
  );
}

const waiters = ['partner', 'client', 'lender'] as const;

/** How many records of each partner wait for whom. A partner's name narrows the page to it. */
export function PartnersTable({ partners }: { partners: Home['partners'] }) {
  return (
    <Section title="By partner" note="whom it waits on">
      <OwnerTable
        label="By partner"
        ownerHeader="Partner"
        owners={partners}
        nameTo={({ id }) => paths.home(new URLSearchParams({ partner: id }))}
        columns={[
          ...waiters.map((on) => ({
            header: `Deals, ${on}`,
            numberOf: ({ waiting }: Home['partners'][number]) => waiting[on].deals,
            toOf: ({ id }: Home['partners'][number]) => dealsTo({ brokerId: id, waitingOn: [on] }),
          })),
          ...waiters.map((on) => ({
            header: `Leads, ${on}`,
            numberOf: ({ waiting }: Home['partners'][number]) => waiting[on].leads,
            toOf: ({ id }: Home['partners'][number]) => leadsTo({ brokerId: id, waitingOn: [on] }),
          })),
        ]}
      />
    </Section>
  );
}
