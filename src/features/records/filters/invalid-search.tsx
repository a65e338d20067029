import { invalidSearch } from '#contract/portal/search.ts';
import { useSession } from '#src/api/session.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

interface InvalidSearchProps {
  /** The names of the filters in the address that can't be used; `q` is the search. */
  names: readonly string[];
  /** Removes them. */
  onClear: () => void;
}

/** Takes the place of a list whose address has words or filters that can't be used. */
export function InvalidSearch({ names, onClear }: InvalidSearchProps) {
  const { capabilities } = useSession();
  const [title, action] = reasonFor(names, capabilities.search);
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        <Button size="small" onClick={onClear}>
          {action}
        </Button>
      }
    />
  );
}

/** Returns why the list is not shown, and the label of the button that shows it. */
function reasonFor(names: readonly string[], canSearch: boolean): [string, string] {
  if (!canSearch)
    return ['The search and filters of this address aren’t available here.', 'Show the whole list'];
  return names.includes('q')
    ? [invalidSearch, 'Clear search']
    : ['This address has a filter that can’t be used.', 'Show the list without it'];
}
