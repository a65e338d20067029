import { type ComponentProps, lazy, Suspense } from 'react';

import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

// Loaded lazily, because it includes the form and the phone data of all countries.
const LeadEditor = lazy(async () => ({ default: (await import('./lead-editor.tsx')).LeadEditor }));

/** The form of some groups of a lead's fields. */
export function GroupsEditor(props: ComponentProps<typeof LeadEditor>) {
  const lines = props.groups.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <Suspense fallback={<SkeletonLines lines={lines} />}>
      <LeadEditor {...props} />
    </Suspense>
  );
}
