import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** Shown for an address or a record that does not exist. */
export function Component() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        title="There’s nothing at this address"
        action={
          <>
            <LinkButton to={paths.leads()}>Go to leads</LinkButton>
            <LinkButton to={paths.deals()}>Go to deals</LinkButton>
          </>
        }
      >
        The link may be incomplete, or the page no longer exists.
      </EmptyState>
    </>
  );
}
