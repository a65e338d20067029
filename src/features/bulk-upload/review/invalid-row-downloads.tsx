import { useState } from 'react';

import { errorMessage } from '#src/bulk-upload/job/autosave.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { Button } from '#src/ui/elements/button.tsx';

import { rows } from './row-counts.ts';

import s from './issues.module.css';

interface InvalidRowDownloadsProps {
  sheet: Pick<Sheet, 'invalidRowFiles'>;
  fileName: string;
  /** The contact chosen for rows that name none; null if nobody was chosen. */
  contactId: string | null;
  /** The number of invalid rows. */
  invalid: number;
}

/**
 * Downloads the rows to fix, in the template's exact format, and the reasons as a second file.
 */
export function InvalidRowDownloads(props: InvalidRowDownloadsProps) {
  const { sheet, fileName, contactId, invalid } = props;
  const [problem, setProblem] = useState('');
  const stem = fileName.replace(/\.csv$/i, '');
  async function handleDownload(which: 'rows' | 'reasons'): Promise<void> {
    try {
      setProblem('');
      const files = await sheet.invalidRowFiles(contactId);
      downloadBlob(files[which], `${stem}-${which === 'rows' ? 'to-fix' : 'reasons'}.csv`);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  return (
    <div className={s.downloads}>
      <h3>Fix them in a spreadsheet</h3>
      <Button size="small" onClick={() => void handleDownload('rows')}>
        Download {rows(invalid)} to fix
      </Button>
      <Button size="small" onClick={() => void handleDownload('reasons')}>
        Download reasons
      </Button>
      {problem !== '' && (
        <p className={s.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** How long the blob URL stays valid: every browser has started the download by then. */
const blobUrlLifetimeMs = 60_000;

/** Downloads a file that was created in the browser. */
function downloadBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), blobUrlLifetimeMs);
}
