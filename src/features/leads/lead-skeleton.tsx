import { Columns } from '#src/ui/section.tsx';
import { Skeleton, SkeletonLines } from '#src/ui/skeleton.tsx';

import { leadGroups } from './lead-groups.ts';

import s from './lead.module.css';

/** The outline of a lead that still loads. */
export function LeadSkeleton() {
  return (
    <div aria-busy>
      <output className="visually-hidden">Loading the lead</output>
      <div className={s.headOutline}>
        <Skeleton height="28px" width="min(240px, 60%)" />
        <Skeleton width="min(420px, 90%)" />
      </div>
      <Columns aside={<SkeletonLines lines={10} />}>
        {leadGroups.slice(0, 4).map((group) => (
          <div key={group.title} className={s.groupOutline}>
            <Skeleton height="24px" width="120px" />
            <SkeletonLines lines={4} />
          </div>
        ))}
      </Columns>
    </div>
  );
}
