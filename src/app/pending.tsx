import { Skeleton, SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import layout from './layout.module.css';
import s from './pending.module.css';

/** The skeleton of a page while its record or code loads. */
export function PagePending() {
  return (
    <output className={s.page} aria-busy>
      <span className="visually-hidden">Loading</span>
      <Skeleton height="28px" width="min(240px, 60%)" />
      <SkeletonLines lines={8} />
    </output>
  );
}

/**
 * The skeleton of the whole frame until the session is loaded. A fast start never shows the
 * skeleton.
 */
export function FramePending() {
  return (
    <div className={`${layout.frame} ${s.delayed}`}>
      <div className={layout.side} />
      <main className={layout.main}>
        <PagePending />
      </main>
    </div>
  );
}
