import { later } from '#src/ui/elements/later.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

/**
 * The form of some groups of a lead's fields. Loaded lazily, because it includes the form and the
 * phone data of all countries.
 */
export const GroupsEditor = later(
  async () => (await import('./lead-editor.tsx')).LeadEditor,
  ({ groups }) => <SkeletonLines lines={groups.flatMap(({ names }) => names).length} />,
);
