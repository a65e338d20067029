import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import { todoTotalQuery } from '#src/api/home.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { titleMark } from '#src/ui/layout/page-header.tsx';

import s from './layout.module.css';

/**
 * How many records wait for the reader. When something starts to wait, the tab’s title has the
 * number until home is opened, and a tab that is not seen shows a notice of the browser.
 */
export function WaitingNumber() {
  const { data } = useQuery(todoTotalQuery);
  const known = useRef(data);
  const isAtHome = useLocation().pathname === paths.home();
  useReadWhileHidden();

  const handleTotal = useEffectEvent((total: number, isSeen: boolean) => {
    const isMore = known.current !== undefined && total > known.current;
    known.current = total;
    const isMarked = titleMark.get() !== '' || isMore;
    titleMark.set(
      total > 0 && isMarked && (!isSeen || document.hidden) ? `(${count(total)}) ` : '',
    );
    if (isMore) notify(total);
  });
  useEffect(() => {
    if (data !== undefined) handleTotal(data, isAtHome);
  }, [data, isAtHome]);
  // Seen, unless nothing but another page is.
  useEffect(() => {
    if (!isAtHome) return undefined;
    const handleVisible = () => document.hidden || titleMark.set('');
    document.addEventListener('visibilitychange', handleVisible);
    return () => document.removeEventListener('visibilitychange', handleVisible);
  }, [isAtHome]);

  return data === undefined || data === 0 ? null : (
    <span className={`${s.waiting} small num at-end`}>
      {count(data)}
      <span className="visually-hidden"> waiting</span>
    </span>
  );
}

/** A hidden tab reads nothing again but this number. */
function useReadWhileHidden(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (!document.hidden || type !== 'updated' || query.queryHash !== totalHash) return;
        if (query.state.isInvalidated && query.state.fetchStatus === 'idle')
          void query.fetch().catch(() => undefined);
      }),
    [queryClient],
  );
}

const totalHash = JSON.stringify(todoTotalQuery.queryKey);

/** Says only that something is waiting, not what, because anyone near the screen sees a notice. */
function notify(total: number): void {
  if (!document.hidden) return announce('Something waits for you on the home page');
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    const body = total === 1 ? '1 waits for you.' : `${count(total)} wait for you.`;
    // One notice for all tabs.
    const notice = new Notification('The lender asks for something', { body, tag: 'waiting' });
    notice.addEventListener('click', () => {
      focus();
      notice.close();
    });
  } catch {
    // Chrome on Android has notices of service workers only.
  }
}
