import type { HomeWeek } from '#contract/portal/home.ts';
import { type LeadOutcome, leadOutcomes } from '#contract/v1/lists.ts';
import { dayInWords } from '#src/lib/days.ts';
import { count } from '#src/lib/numbers.ts';
import { StackedBars } from '#src/ui/chart/stacked-bars.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { leadsTo } from './home-links.ts';

import s from './home.module.css';

/** The outcomes as the chart names them, from the bottom of a bar up. */
const series = [
  { outcome: 'converted', name: 'Became deals', weight: 'strong' },
  { outcome: 'open', name: 'In progress', weight: 'medium' },
  { outcome: 'ended', name: 'Ended', weight: 'light' },
] as const satisfies { outcome: LeadOutcome; name: string; weight: string }[];

/** Leads per week by what became of them: as a chart, and as a table whose numbers are links. */
export function WeeksSection({ weeks }: { weeks: readonly HomeWeek[] }) {
  const total = weeks.reduce((sum, week) => sum + sumOutcomes(week), 0);
  const converted = weeks.reduce((sum, week) => sum + week.converted, 0);
  const title = `Leads, last ${weeks.length} weeks`;
  if (total === 0)
    return (
      <Section title={title}>
        <p className="soft">No leads in these weeks.</p>
      </Section>
    );
  const inWords = `${count(total)} submitted, ${count(converted)} became deals`;
  return (
    <Section title={title}>
      <StackedBars
        label={`Leads per week, the current week last: ${weeks.map(sumOutcomes).join(', ')}. ${inWords}.`}
        series={series}
        bars={weeks.map((week) => series.map(({ outcome }) => week[outcome]))}
      />
      <p className={s.caption}>{inWords}</p>
      <details className={s.details}>
        <summary>Show as a table</summary>
        <table className={s.table}>
          <caption className="visually-hidden">Leads per week by outcome</caption>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" data-num>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, at) => (
              <tr key={week.from}>
                <th scope="row">{dayInWords(week.from)}</th>
                {series.map(({ outcome, name }) => (
                  <td key={name} data-num>
                    <Link
                      to={leadsTo({
                        createdSince: week.from,
                        createdBefore: weeks[at + 1]?.from ?? '',
                        outcome: [outcome],
                      })}
                    >
                      {count(week[outcome])}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Section>
  );
}

function sumOutcomes(week: HomeWeek): number {
  return leadOutcomes.reduce((sum, one) => sum + week[one], 0);
}
