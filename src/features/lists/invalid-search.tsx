import { invalidSearch } from '#contract/portal/search.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Takes the place of a list whose address has words that can't be searched for. */
export function InvalidSearch({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      tone="danger"
      title={invalidSearch}
      actions={
        <Button size="small" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
