import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { bulkUploadsKey } from '#src/api/bulk-uploads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { sessionQuery } from '#src/api/session.ts';
import { openSheet } from '#src/sheet/open-sheet.ts';
import type { Stage } from '#src/upload/stage.ts';
import { UploadWork } from '#src/upload/upload-work.ts';

let current: UploadWork | undefined;

function workOf(queryClient: QueryClient): UploadWork {
  const work = new UploadWork({
    openSheet,
    async context() {
      const session = await queryClient.ensureQueryData(sessionQuery);
      // Whose leads may be is known to the service behind the portal alone.
      if (session?.capabilities.contacts === false) return null;
      const contacts = await queryClient.ensureQueryData(contactsQuery);
      return {
        partnerId: session?.partner?.id ?? '',
        contactIds: contacts.map(({ id }) => id),
      };
    },
    canSearchLeads: () =>
      queryClient.getQueryData(sessionQuery.queryKey)?.capabilities.duplicateLeads === true,
    onUploads: () => void queryClient.invalidateQueries({ queryKey: bulkUploadsKey }),
  });
  // Closing the window is harmless but for changes that are not with the service yet.
  window.addEventListener('beforeunload', (event) => {
    if (!work.isSaved) event.preventDefault();
  });
  return work;
}

/** The upload of this window: one file at a time, which goes on while other pages are looked at. */
export function useCurrentUpload(): { readonly work: UploadWork; readonly stage: Stage } {
  const queryClient = useQueryClient();
  const work = (current ??= workOf(queryClient));
  return { work, stage: useSyncExternalStore(work.subscribe, work.stage) };
}
