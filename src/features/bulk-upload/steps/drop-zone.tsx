import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, useEffect, useRef } from 'react';

import { excelCsv } from '#contract/bulk-upload/csv-text.ts';
import { Button } from '#src/ui/elements/button.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface DropZoneProps {
  /** Whether a file is dragged over the page. */
  isDragging: boolean;
  onFile: (file: File) => void;
  /** Warms up for a file; returns a function that releases what the warm-up started. */
  prepare: () => () => void;
}

/** Takes a file that is dropped anywhere on the page or chosen with the button. */
export function DropZone({ isDragging, onFile, prepare }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  useEffect(prepare, [prepare]);

  function handlePick({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again after it was corrected.
    target.value = '';
    if (file !== undefined) onFile(file);
  }

  return (
    <div className={s.drop} data-dragging={isDragging || undefined}>
      <Upload aria-hidden className={s.dropIcon} />
      <Button variant="main" onClick={() => picker.current?.click()}>
        Choose a CSV file
      </Button>
      {/* Accepts any file: the bytes decide its kind, and the page reports the result. */}
      <input ref={picker} type="file" hidden aria-label="CSV file" onChange={handlePick} />
      <p>{isDragging ? 'Drop the file to check it.' : 'Or drop it anywhere on this page.'}</p>
      <p className={s.dropNote}>
        In Excel, save the sheet as “{excelCsv}” to keep every letter, such as ā and ł.
      </p>
      <p className={s.dropNote}>
        Every row is checked first, and nothing is sent until you submit. To continue later, choose
        the same file again, on any computer.
      </p>
    </div>
  );
}
