import type { Home, StatusTotal } from '#contract/portal/home.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import { count } from '#src/lib/numbers.ts';
import { Link } from '#src/ui/elements/link.tsx';

import { dealsTo, leadsTo } from './home-links.ts';

import s from './home.module.css';

/** A partner's deals and leads by status, each number the link to its rows. */
export function StatusLinks({ partner }: { partner: Home['partners'][number] }) {
  const { id: brokerId, name, statuses } = partner;
  return (
    <>
      <StatusList
        label={`Deals of ${name} by status`}
        title="Deals"
        totals={statuses.deals}
        toOf={(status) =>
          dealsTo({ brokerId, status: dealStatuses.filter((one) => one === status) })
        }
      />
      <StatusList
        label={`Leads of ${name} by status`}
        title="Leads"
        totals={statuses.leads}
        toOf={(status) =>
          leadsTo({ brokerId, status: leadStatuses.filter((one) => one === status) })
        }
      />
    </>
  );
}

interface StatusListProps {
  label: string;
  title: string;
  totals: readonly StatusTotal[];
  toOf: (status: string) => string;
}

function StatusList({ label, title, totals, toOf }: StatusListProps) {
  return (
    <div className={s.statuses}>
      <span aria-hidden>{title}</span>
      {totals.length === 0 ? (
        <span className="soft">None</span>
      ) : (
        <ul aria-label={label}>
          {totals.map(({ status, total }) => (
            <li key={status}>
              <Link to={toOf(status)}>
                {status} <b>{count(total)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
