import type { ComponentProps } from 'react';

import { acceptedFiles } from '#contract/v1/attachments.ts';

interface FilePickerProps extends Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'multiple'> {
  label: string;
  onFiles: (files: readonly File[]) => void;
}

/**
 * The dialog that chooses files, by default those that can be attached; on a phone it offers the
 * camera. A button clicks it.
 */
export function FilePicker({ label, onFiles, ...input }: FilePickerProps) {
  return (
    <input
      type="file"
      hidden
      multiple
      accept={acceptedFiles}
      {...input}
      aria-label={label}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // Lets the same file be chosen again.
        target.value = '';
      }}
    />
  );
}
