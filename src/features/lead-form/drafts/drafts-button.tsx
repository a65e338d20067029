import { useQuery } from '@tanstack/react-query';

import { draftsQuery } from '#src/api/new-lead/drafts.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';

// Loaded after the first rows of the list of leads, because it is not urgent.

/** Links to the person's drafts of new leads with their number, where there are any. */
export function DraftsButton() {
  const { data: drafts = [] } = useQuery(draftsQuery);
  if (drafts.length === 0) return null;
  return (
    <LinkButton to={paths.drafts()} aria-label={`Drafts: ${drafts.length}`}>
      Drafts <span className="soft">{count(drafts.length)}</span>
    </LinkButton>
  );
}
