import { Skeleton, SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import { Columns } from './section.tsx';

import s from './record-skeleton.module.css';

/** The skeleton of a record's page: heading, facts, sections and the box at the right. */
export function RecordSkeleton() {
  return (
    <div aria-busy>
      <output className="visually-hidden">Loading</output>
      <div className={s.head}>
        <Skeleton height="28px" width="min(240px, 60%)" />
        <Skeleton width="min(420px, 90%)" />
      </div>
      <Columns aside={<SkeletonLines lines={10} />}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className={s.section}>
            <Skeleton height="24px" width="120px" />
            <SkeletonLines lines={4} />
          </div>
        ))}
      </Columns>
    </div>
  );
}
