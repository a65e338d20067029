import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

import { PageError } from '#src/pages/error.tsx';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { BrandMark } from './brand-mark.tsx';

import s from './public-layout.module.css';

/** The frame of pages without sign-in: the brand, and one column. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={s.layout}>
      <header className={s.brand}>
        <BrandMark />
        Partner portal
      </header>
      <main>{children ?? <Outlet />}</main>
      <Announcer />
    </div>
  );
}

/** The error page for when the frame itself could not be shown. */
export function PublicError() {
  return (
    <PublicLayout>
      <PageError />
    </PublicLayout>
  );
}
