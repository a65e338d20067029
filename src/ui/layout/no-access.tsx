import type { ReactNode } from 'react';

import { LinkButton } from '#src/ui/elements/link.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';

import { PageHeader } from './page-header.tsx';

interface NoAccessProps {
  /** The name of the page. */
  page: string;
  title: string;
  /** Where to go instead: the text of the link, and its path. */
  instead: readonly [text: string, path: string];
  children: ReactNode;
}

/** Shown in place of a page to somebody who may not use it: why, and where to go instead. */
export function NoAccess({ page, title, instead: [text, path], children }: NoAccessProps) {
  return (
    <>
      <PageHeader title={page} />
      <ErrorState title={title} action={<LinkButton to={path}>{text}</LinkButton>}>
        {children}
      </ErrorState>
    </>
  );
}
