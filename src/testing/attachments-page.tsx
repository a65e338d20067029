import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

import type { Role } from '#contract/endpoint.ts';
import type { Capabilities } from '#contract/portal/accounts.ts';
import { sessionQuery } from '#src/api/session.ts';
import { AttachmentsSection } from '#src/features/attachments/attachments-section.tsx';

import { fakeSession } from './render-page.tsx';
import { renderWithRoutes } from './render.tsx';

/** Returns a PDF file. Files with the same content are duplicates. */
export function pdf(name: string, content = name): File {
  return new File([`%PDF-1.7 ${content}`], name, { type: 'application/pdf' });
}

/** Renders the attachments of a lead at `/`, by default with everything a service can do. */
export function openAttachments({
  role = 'broker',
  ...capabilities
}: { role?: Role } & Partial<Capabilities> = {}) {
  const session = fakeSession(role, capabilities);
  const router = renderWithRoutes(<AttachmentsSection leadId="lead" />, [
    [sessionQuery.queryKey, session],
  ]);
  return { router, user: userEvent.setup({ applyAccept: false }) };
}

/** Chooses files, as in the dialog that "Add files" opens. */
export async function addFiles(user: UserEvent, ...files: File[]): Promise<void> {
  await user.upload(screen.getByLabelText('Files to attach'), files);
}
