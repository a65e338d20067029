import { count } from '#src/lib/numbers.ts';
import { Link } from '#src/ui/elements/link.tsx';

import s from './home.module.css';

/** A number of the home page, and the list that shows exactly its rows. */
export interface HomeCount {
  readonly label: string;
  readonly number: number;
  readonly to: string;
  /** Whether the number asks for something, unless it is zero. */
  readonly isDue?: boolean;
}

/** The numbers at the top of the home page, each a link. */
export function HomeCounts({ counts }: { counts: readonly HomeCount[] }) {
  return (
    <ul className={s.counts} aria-label="At a glance">
      {counts.map(({ label, number, to, isDue = false }) => (
        <li key={label}>
          <Link to={to} data-due={(isDue && number > 0) || undefined}>
            <b>{count(number)}</b> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
