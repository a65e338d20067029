import { Fragment } from 'react';

import type { LeftByReason } from '#contract/portal/bulk-changes.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';

import s from './bulk-changes.module.css';

interface LeftLeadsProps {
  left: readonly LeftByReason[];
  label: string;
  /** Whether each lead is a link; not where following it would lose the user's choices. */
  isLinked?: boolean;
}

/** The leads that stay as they are, by reason: the first of each, and how many more there are. */
export function LeftLeads({ left, label, isLinked = false }: LeftLeadsProps) {
  if (left.length === 0) return null;
  return (
    <ul className={`${s.named} card divided`} aria-label={label}>
      {left.map(({ reason, total, leads }) => (
        <li key={reason}>
          <span className={`${s.client} wrap-anywhere`}>
            <span className="danger">{reason}</span>
            <span>
              {leads.map(({ id, client, company }, at) => {
                const name = client || company || 'Lead without access';
                return (
                  <Fragment key={id}>
                    {at > 0 && ', '}
                    {isLinked && name === (client || company) ? (
                      <Link to={paths.lead(id)}>{name}</Link>
                    ) : (
                      name
                    )}
                  </Fragment>
                );
              })}
              {total > leads.length && ` and ${count(total - leads.length)} more`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
