import type { ReactNode } from 'react';

import s from './section.module.css';

interface SectionProps {
  /** The target of `#` links. */
  id?: string;
  title: string;
  /** Whether the title is visible, not only read out. */
  isTitleShown?: boolean;
  /** A short note beside the title: "2 sent, 1 not sent yet". */
  note?: ReactNode;
  /** At the right of the title, such as a small plain `Edit` button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page, below a thin line. */
export function Section({ id, title, isTitleShown = true, note, action, children }: SectionProps) {
  return (
    <section id={id} ref={showTarget} className={s.section} aria-label={title}>
      <div className={isTitleShown ? `${s.header} row` : 'visually-hidden'}>
        <h2>{title}</h2>
        {note !== undefined && <span className="soft small">{note}</span>}
        {action !== undefined && <span className={s.action}>{action}</span>}
      </div>
      {children}
    </section>
  );
}

/** Scrolls to a section that is loaded after the page, if the link led to the section. */
function showTarget(section: HTMLElement | null): void {
  if (section && section.id !== '' && location.hash === `#${section.id}`) section.scrollIntoView();
}

/** Scrolls to a section, whose heading takes the focus. The address stays, and its neighbours. */
export function goToSection(section: HTMLElement): void {
  const heading = section.querySelector('h2');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  section.scrollIntoView();
}

/** A page in two columns: `aside` is a box of 320 px at the right, on a phone below. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={s.columns}>
      <div>{children}</div>
      <aside className={`${s.aside} card`}>{aside}</aside>
    </div>
  );
}

/** A line of details below a heading, separated by dots, without those that have no value. */
export function DetailLine({ details }: { details: readonly ReactNode[] }) {
  return (
    <ul className={`${s.details} cluster soft`}>
      {details.filter(Boolean).map((detail, index) => (
        <li key={index}>{detail}</li>
      ))}
    </ul>
  );
}
