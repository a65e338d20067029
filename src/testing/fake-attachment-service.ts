import type { ListedAttachment } from '#contract/portal/attachments.ts';
import type { AttachmentUpload } from '#src/api/records/attachments.ts';
import { ServiceError } from '#src/api/service-error.ts';

/** A fake service for the attachments of a lead: what it stores and what it is sent. */
export const attachmentService = {
  stored: [] as ListedAttachment[],
  isDown: false,
  uploads: [] as AttachmentUpload[],
  /** Completes the uploads, in their order. */
  responses: [] as { resolve: (id: string) => void; reject: (error: Error) => void }[],
};

/** Gives a test a service that stores nothing. */
export function resetAttachmentService(): void {
  Object.assign(attachmentService, { stored: [], isDown: false, uploads: [], responses: [] });
}

/** What `#src/api/attachments.ts` exports for requests, with responses of the fake service. */
export const fakeAttachmentsApi = {
  attachmentFilePath: (id: string) => `/portal/attachments/${id}/file`,
  attachmentViewPath: (id: string) => `/portal/attachments/${id}/view`,
  attachmentsQuery: (leadId: string) => ({
    queryKey: ['attachments', leadId],
    queryFn: () =>
      attachmentService.isDown
        ? Promise.reject(new ServiceError(503, 'service-busy', 'Down.'))
        : Promise.resolve(
            attachmentService.stored.map((record) => ({ ok: true, record, extra: {} })),
          ),
  }),
  uploadAttachment: (upload: AttachmentUpload) =>
    new Promise((resolve, reject) => {
      attachmentService.uploads.push(upload);
      upload.signal.addEventListener('abort', () => reject(new Error('stopped')));
      attachmentService.responses.push({
        reject,
        resolve: (id) => {
          const attachment = storedAttachment(id, upload.fileName, upload.file.size);
          attachmentService.stored.push(attachment);
          resolve(attachment);
        },
      });
    }),
};

/** Returns an attachment as the service lists it. */
export function storedAttachment(
  id: string,
  fileName: string,
  size: number,
  mediaType = 'application/pdf',
): ListedAttachment {
  const moment = new Date().toISOString();
  return {
    id,
    createdAt: moment,
    createdBy: 'someone',
    updatedAt: moment,
    updatedBy: 'someone',
    fields: {
      fileName,
      size,
      type: 'Bank Statements',
      entityType: 'LEAD',
      entityId: 'lead',
      mediaType,
      isOwn: false,
      withdrawableUntil: null,
    },
  };
}
