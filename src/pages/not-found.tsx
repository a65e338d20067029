import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { EmptyState } from '#src/ui/states.tsx';

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
        {' '}
        The link may be incomplete, or the page no longer exists.{' '}
      </EmptyState>
    </>
  );
}
