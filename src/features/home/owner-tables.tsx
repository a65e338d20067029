import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';

import type { Home } from '#contract/portal/home.ts';
import type { WaitingOn } from '#contract/v1/lists.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo, leadsTo } from './home-links.ts';
import { StatusLinks } from './status-links.tsx';

import s from './home.module.css';

/** A column of numbers, each the link to the rows that it counts. */
interface NumberColumn<Owner> {
  readonly header: string;
  readonly numberOf: (owner: Owner) => number;
  readonly toOf: (owner: Owner) => string;
}

interface Owned {
  readonly id: string;
  readonly name: string;
}

interface OwnerTableProps<Owner> {
  label: string;
  ownerHeader: string;
  owners: readonly Owner[];
  /** Where an owner's name leads to; omit if nowhere. */
  nameTo?: (owner: Owner) => string;
  columns: readonly NumberColumn<Owner>[];
  /** More about an owner, in a row that its name unfolds; omit if there is no more. */
  more?: (owner: Owner) => ReactNode;
}

function OwnerTable<Owner extends Owned>({
  label,
  ownerHeader,
  owners,
  ...row
}: OwnerTableProps<Owner>) {
  return (
    <table className={s.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{ownerHeader}</th>
          {row.columns.map(({ header }) => (
            <th key={header} scope="col" data-num>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {owners.map((owner) => (
          <OwnerRow key={owner.id} owner={owner} {...row} />
        ))}
      </tbody>
    </table>
  );
}

type OwnerRowProps<Owner> = Pick<OwnerTableProps<Owner>, 'nameTo' | 'columns' | 'more'> & {
  owner: Owner;
};

function OwnerRow<Owner extends Owned>({ owner, nameTo, columns, more }: OwnerRowProps<Owner>) {
  const [isOpen, setOpen] = useState(false);
  const { name } = owner;
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          <span className={s.owner}>
            {more && (
              <button
                type="button"
                className={s.unfold}
                aria-expanded={isOpen}
                aria-label={`${name} by status`}
                onClick={() => setOpen(!isOpen)}
              >
                <ChevronRight aria-hidden />
              </button>
            )}
            {nameTo ? <Link to={nameTo(owner)}>{name}</Link> : name}
          </span>
        </th>
        {columns.map(({ header, numberOf, toOf }) => (
          <td key={header} data-num>
            <Link to={toOf(owner)} aria-label={`${name}, ${header}: ${numberOf(owner)}`}>
              {count(numberOf(owner))}
            </Link>
          </td>
        ))}
      </tr>
      {isOpen && more && (
        <tr>
          <td colSpan={columns.length + 1} className={s.more}>
            {more(owner)}
          </td>
        </tr>
      )}
    </>
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

/**
 * How many records of each partner wait for whom. A partner's name narrows the page to it; its row
 * unfolds to the numbers by status.
 */
export function PartnersTable({ partners }: { partners: Home['partners'] }) {
  if (partners.length === 0)
    return (
      <Section title="By partner">
        <p className="soft">No partner has leads or deals yet.</p>
      </Section>
    );
  return (
    <Section title="By partner" note="whom it waits on">
      <OwnerTable<Home['partners'][number]>
        label="By partner"
        ownerHeader="Partner"
        owners={partners}
        nameTo={({ id }) => paths.home(new URLSearchParams({ partner: id }))}
        more={showStatuses}
        columns={(['deals', 'leads'] as const).flatMap((list) =>
          waiters.map((on) => ({
            header: `${list === 'deals' ? 'Deals' : 'Leads'}, ${on}`,
            numberOf: ({ waiting }) => waiting[on][list],
            toOf: ({ id }) =>
              (list === 'deals' ? dealsTo : leadsTo)({ brokerId: id, waitingOn: [on] }),
          })),
        )}
      />
    </Section>
  );
}

function showStatuses(partner: Home['partners'][number]) {
  return <StatusLinks partner={partner} />;
}
