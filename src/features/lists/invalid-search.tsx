import { invalidSearch } from '#contract/portal/search.ts';
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
  const isSearch = names.includes('q');
  return (
    <Notice
      tone="danger"
      title={isSearch ? invalidSearch : 'This address has a filter that can’t be used.'}
      actions={
        <Button size="small" onClick={onClear}>
          {isSearch ? 'Clear search' : 'Show the list without it'}
        </Button>
      }
    />
  );
}
