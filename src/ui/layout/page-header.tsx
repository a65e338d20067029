import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { isTypingEarly } from '#src/lib/early-field.ts';
import { newsMark } from '#src/lib/page-elements.ts';
import { getPortalName } from '#src/lib/portal-name.ts';
import { createStore, useStore } from '#src/lib/store.ts';

import s from './page-header.module.css';

interface PageHeaderProps {
  /** The heading, and the start of the document title. */
  title: string;
  /** Whether the heading is a name, which a browser that translates the page leaves as it is. */
  isVerbatim?: boolean;
  /** A further part of the document title: "New · waiting on you". */
  subtitle?: string;
  /** Whether the heading takes the focus although the address stays: the page is another one. */
  takesFocus?: boolean;
  /** How much the page shows, beside the heading. */
  total?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Whether the page is in two columns, which are not as wide as a wide window. */
  isInColumns?: boolean;
}

/**
 * The pathname of the last heading shown, and whether the person has navigated since the portal was
 * opened.
 */
const visit: { pathname?: string; hasMoved: boolean } = { hasMoved: false };

/** The beginning of the document title on every page: "(2) ". */
export const titleMark = createStore('');

/**
 * A page's heading and actions, and the document title. After navigation to another page the
 * heading takes the focus, so that screen readers read it out.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, subtitle = '', takesFocus = false, total, actions, isInColumns = false } = props;
  const { isVerbatim = false } = props;
  const mark = useStore(titleMark);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isNewPage = visit.pathname !== undefined && visit.pathname !== pathname;
    visit.pathname = pathname;
    visit.hasMoved ||= isNewPage;
    // The focus is also lost when the real heading replaces a loading page's heading.
    const isFocusLost = document.activeElement === document.body;
    // Text typed early is for the first field of the page, which takes the focus itself.
    if (isTypingEarly()) return;
    // The row of a list to which the user returns has the focus.
    if (document.activeElement?.closest('tbody')) return;
    if (takesFocus || isNewPage || (visit.hasMoved && isFocusLost))
      heading.current?.focus({ preventScroll: true });
  }, [pathname, takesFocus]);

  return (
    <div className={`${s.header} cluster`} data-in-columns={isInColumns || undefined}>
      <title>
        {mark + [title, subtitle, getPortalName()].filter((part) => part !== '').join(' · ')}
      </title>
      <h1 ref={heading} tabIndex={-1} translate={isVerbatim ? 'no' : undefined}>
        {title}
      </h1>
      {total}
      <span className={s.news} {...{ [newsMark]: true }} />
      {actions !== undefined && <div className="cluster at-end">{actions}</div>}
    </div>
  );
}
