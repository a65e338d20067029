import { beforeEach, vi } from 'vitest';

import type { ListedAttachment } from '#contract/portal/attachments.ts';

import { stubFetch } from './stub-fetch.ts';

/** An upload as the fake service receives it, and its responses: all until one completes it. */
interface ReceivedUpload {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly leadId: unknown;
  readonly fileName: string;
  readonly type: unknown;
  isAborted: boolean;
  /** Reports the share that was sent, from 0 to 1. */
  readonly progress: (share: number) => void;
  /** Responds with a status and a body; 0 breaks the connection off. */
  readonly respond: (status: number, body?: object) => void;
  /** Stores the file under this id. */
  readonly store: (id: string) => void;
}

/** A fake service for the attachments of a lead: its stored files and its requests. */
export const attachmentService = {
  stored: [] as ListedAttachment[],
  isDown: false,
  uploads: [] as ReceivedUpload[],
};

/** Gives each test a service that stores nothing; `hasLists` also lists and issues tokens. */
export function startAttachmentService({ hasLists = true } = {}): void {
  beforeEach(() => {
    Object.assign(attachmentService, { stored: [], isDown: false, uploads: [] });
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    if (hasLists)
      stubFetch(() =>
        attachmentService.isDown
          ? Response.json({ error: 'Down.' }, { status: 503 })
          : attachmentService.stored,
      );
  });
}

/** A fake of the part of XMLHttpRequest that an upload uses. */
class FakeRequest {
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  readonly #headers: Record<string, string> = {};
  #address = '';
  #received: ReceivedUpload | undefined;

  open(method: string, path: string) {
    this.#address = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  abort() {
    if (this.#received) this.#received.isAborted = true;
    this.onabort?.();
  }
  send(form: FormData) {
    const fileName = form.get('attachments[0][fileName]') as string;
    const respond = (status: number, body?: object) => {
      this.status = status;
      this.responseText = JSON.stringify(body);
      if (status === 0) this.onerror?.();
      else this.onload?.();
    };
    this.#received = {
      address: this.#address,
      headers: this.#headers,
      form,
      leadId: form.get('entityId'),
      fileName,
      type: form.get('attachments[0][type]'),
      isAborted: false,
      progress: (share) => this.upload.onprogress?.({ loaded: share, total: 1 }),
      respond,
      store: (id) => {
        const file = form.get('attachments[0][file]');
        const attachment = storedAttachment(id, fileName, file instanceof File ? file.size : 0);
        attachmentService.stored.push(attachment);
        respond(200, attachment);
      },
    };
    attachmentService.uploads.push(this.#received);
  }
}

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
      isFromClient: false,
      isOwn: false,
      withdrawableUntil: null,
    },
  };
}
