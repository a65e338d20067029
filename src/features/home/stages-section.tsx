import type { Home } from '#contract/portal/home.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import { count } from '#src/lib/numbers.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo } from './home-links.ts';

import s from './home.module.css';

interface StagesSectionProps {
  stages: Home['stages'];
  /** For support, the partner whose deals are counted; empty for all. */
  partnerId: string;
}

/** Deals by status: a table of links, each with a bar as long as its number. */
export function StagesSection({ stages, partnerId }: StagesSectionProps) {
  const max = Math.max(...stages.map(({ total }) => total), 0);
  if (max === 0)
    return (
      <Section title="Deals by stage">
        <p className="soft">No deals yet.</p>
      </Section>
    );
  return (
    <Section title="Deals by stage">
      <table className={s.stages}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Deals</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ status, total }) => {
            const known = dealStatuses.find((one) => one === status);
            return (
              <tr key={status}>
                <th scope="row">{status}</th>
                <td>
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                    <rect width={(total / max) * 100} height="8" />
                  </svg>
                  <Link to={dealsTo({ status: known ? [known] : [], brokerId: partnerId })}>
                    {count(total)}
                  </Link>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
