import type { HomeWeek } from '#contract/portal/home.ts';
import { dayText } from '#src/lib/days.ts';
import { count } from '#src/lib/numbers.ts';
import { StackedBars } from '#src/ui/chart/stacked-bars.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './home.module.css';

/** From the bottom of a bar up. */
const series = [
  { name: 'Became deals', weight: 'strong' },
  { name: 'Others', weight: 'light' },
] as const;

/** Leads per week, and how many of them became deals. */
export function WeeksSection({ title, weeks }: { title: string; weeks: readonly HomeWeek[] }) {
  const now = useNow();
  const bars = weeks.map(({ converted, others }) => [converted, others] as const);
  const converted = bars.reduce((sum, [deals]) => sum + deals, 0);
  const total = bars.reduce((sum, [, others]) => sum + others, converted);
  const inWords = `${count(total)} submitted, ${count(converted)} became deals`;
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
      <p className={s.caption}>{total === 0 ? 'No leads in these weeks.' : inWords}</p>
    </Section>
  );
}
