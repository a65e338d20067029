import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';

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

/**
 * Calls `onFiles` with files dropped or pasted anywhere on the page. Returns whether files are
 * being dragged over the page. A paste into a text field is left to that field; what else is
 * dropped outside one, such as a link to a file, calls `onOther`, so that the browser does not open
 * it in place of the page.
 */
export function useFileDrop(
  onFiles: (files: readonly File[]) => void,
  onOther?: () => void,
): boolean {
  const [isDragging, setDragging] = useState(false);
  const handleFiles = useEffectEvent((files: FileList) => {
    if (files.length > 0) onFiles([...files]);
  });

  const handleOther = useEffectEvent(() => onOther?.());

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;

    // Unless `dragover` is cancelled, the browser opens the dropped file instead of the page.
    function handleOver(event: DragEvent): void {
      const isFile = hasFiles(event);
      if (!isFile && isTyping(event.target)) return;
      event.preventDefault();
      if (isFile) setDragging(true);
    }
    function handleLeave(event: DragEvent): void {
      if (event.relatedTarget === null) setDragging(false);
    }
    function handleDrop(event: DragEvent): void {
      const isFile = hasFiles(event);
      if (!isFile && isTyping(event.target)) return;
      event.preventDefault();
      setDragging(false);
      if (event.dataTransfer?.files.length) handleFiles(event.dataTransfer.files);
      else handleOther();
    }
    function handlePaste(event: ClipboardEvent): void {
      if (!event.clipboardData || isTyping(event.target)) return;
      handleFiles(event.clipboardData.files);
    }

    window.addEventListener('dragover', handleOver, { signal });
    window.addEventListener('dragleave', handleLeave, { signal });
    window.addEventListener('drop', handleDrop, { signal });
    window.addEventListener('paste', handlePaste, { signal });
    return () => listeners.abort();
  }, []);

  return isDragging;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
