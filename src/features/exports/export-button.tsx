import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';

import type { SearchedList } from '#src/api/account/exports.ts';
import { Button } from '#src/ui/elements/button.tsx';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

/** Offers all records that a list shows, on all its pages, as a file. */
export function ExportButton(searched: SearchedList) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden />
        Export
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog searched={searched} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
