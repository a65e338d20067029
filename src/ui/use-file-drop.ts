import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files dropped or pasted anywhere on the page. Gives whether files are being dragged over it now. Text that is
 * pasted into a field stays the field's.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const handleFiles = useEffectEvent((files: FileList) => {
    if (files.length > 0) onFiles([...files]);
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;

    // Without an answer to `dragover` the browser opens the dropped file in place of the page.
    function handleOver(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    }
    function handleLeave(event: DragEvent): void {
      if (event.relatedTarget === null) setDragging(false);
    }
    function handleDrop(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(false);
      handleFiles(event.dataTransfer.files);
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
