import { Skeleton, SkeletonLines } from '#src/ui/skeleton.tsx';

import layout from './layout.module.css';
import s from './pending.module.css';

/** The outline of a page whose record or code is on its way. */
export function PagePending() {
  return (
    <output className={s.page} aria-busy>
      <span className="visually-hidden">Loading</span>
      <Skeleton height="28px" width="min(240px, 60%)" />
      <SkeletonLines lines={8} />
    </output>
  );
}

/** The outline of the whole frame, before it is known who is signed in. Quick starts never show it. */
export function FramePending() {
  return (
    <div className={`${layout.frame} ${s.late}`}>
      <div className={layout.side} />
      <main className={layout.main}>
        <PagePending />
      </main>
    </div>
  );
}
