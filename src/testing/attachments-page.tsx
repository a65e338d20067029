import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

import { AttachmentsSection } from '#src/features/attachments/attachments-section.tsx';

import { renderWithRoutes } from './render.tsx';

/** Returns a PDF file. Files with the same content are duplicates. */
export function pdf(name: string, content = name): File {
  return new File([`%PDF-1.7 ${content}`], name, { type: 'application/pdf' });
}

/** Renders the attachments of a lead at `/`, by default with everything a service can do. */
export function openAttachments(
  props: { canAdd?: boolean; hasList?: boolean; isRepeatable?: boolean } = {},
) {
  const router = renderWithRoutes(
    <AttachmentsSection leadId="lead" canAdd hasList isRepeatable {...props} />,
  );
  return { router, user: userEvent.setup({ applyAccept: false }) };
}

/** Chooses files, as in the dialog that "Add files" opens. */
export async function addFiles(user: UserEvent, ...files: File[]): Promise<void> {
  await user.upload(screen.getByLabelText('Files to attach'), files);
}
