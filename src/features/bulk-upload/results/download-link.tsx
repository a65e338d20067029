import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';

import { LinkButton } from '#src/ui/elements/button.tsx';

/** A link that downloads a file from the service. */
export function DownloadLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton to={to} download>
      <Download aria-hidden />
      {children}
    </LinkButton>
  );
}
