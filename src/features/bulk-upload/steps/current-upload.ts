import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import {
  bulkUploadsKey,
  rememberChoices,
  rememberedChoicesQuery,
} from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { sessionQuery } from '#src/api/session.ts';
import type { WorkOptions } from '#src/bulk-upload/job/choice-memory.ts';
import type { UploadStage } from '#src/bulk-upload/job/stage.ts';
import { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { openSheet } from '#src/bulk-upload/workers/open-sheet.ts';

let current: UploadWork | undefined;

function makeWork(queryClient: QueryClient): UploadWork {
  const options: WorkOptions = {
    openSheet,
    async context() {
      const session = await queryClient.ensureQueryData(sessionQuery);
      // Only the upstream service knows which contacts may have leads.
      if (session?.capabilities.contacts === false) return null;
      const contacts = await queryClient.ensureQueryData(contactsQuery);
      return {
        partnerId: session?.partner?.id ?? '',
        contacts: contacts.map(({ id, firstName, lastName, email }) => ({
          id,
          name: `${firstName} ${lastName}`,
          email,
        })),
      };
    },
    canSearchLeads: () =>
      queryClient.getQueryData(sessionQuery.queryKey)?.capabilities.duplicateLeads === true,
    memory: {
      read: async () => queryClient.fetchQuery(rememberedChoicesQuery),
      save: async (choices) => {
        queryClient.setQueryData(rememberedChoicesQuery.queryKey, await rememberChoices(choices));
      },
    },
    onUploads: () => void queryClient.invalidateQueries({ queryKey: bulkUploadsKey }),
  };
  const work = new UploadWork(options);
  // Closing the window loses nothing except changes that are not saved at the service yet.
  window.addEventListener('beforeunload', (event) => {
    if (!work.isSaved) event.preventDefault();
  });
  return work;
}

/**
 * Returns the upload of this window. It handles one file at a time, and continues while the user
 * visits other pages.
 */
export function useCurrentUpload(): { readonly work: UploadWork; readonly stage: UploadStage } {
  const queryClient = useQueryClient();
  const work = (current ??= makeWork(queryClient));
  return { work, stage: useSyncExternalStore(work.subscribe, work.stage) };
}
