import type { ReactNode } from 'react';

import s from './section.module.css';

interface SectionProps {
  /** What a link's `#` names. */
  id?: string;
  title: string;
  /** A few quiet words beside the title: "2 sent, 1 not sent yet". */
  note?: ReactNode;
  /** At the right end of the title's line, such as a small plain `Edit` button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page, under a hairline. */
export function Section({ id, title, note, action, children }: SectionProps) {
  return (
    <section id={id} className={s.section} aria-label={title}>
      <div className={s.head}>
        <h2>{title}</h2>
        {note !== undefined && <span className={s.note}>{note}</span>}
        {action !== undefined && <span className={s.action}>{action}</span>}
      </div>
      {children}
    </section>
  );
}

/** A page with its facts at the right: `aside` stands in a box of 320 px, on a phone below. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={s.columns}>
      <div>{children}</div>
      <aside className={s.aside}>{aside}</aside>
    </div>
  );
}

/** The line of facts below a page's heading, set apart by dots. Falsy facts are left out. */
export function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <ul className={s.facts}>
      {facts
        .filter((fact) => fact !== null && fact !== undefined && fact !== '' && fact !== false)
        .map((fact, index) => (
          <li key={index}>{fact}</li>
        ))}
    </ul>
  );
}
