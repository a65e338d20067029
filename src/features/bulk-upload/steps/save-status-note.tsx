import type { SaveStatus } from '#src/bulk-upload/job/autosave.ts';
import { exactTime } from '#src/lib/dates.ts';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

/**
 * Shows whether the changes are saved at the service, so that they can be resumed on another
 * computer.
 */
export function SaveStatusNote({ saveStatus }: { saveStatus: SaveStatus }) {
  const { isSaved, connection, rejection } = saveStatus;
  if (rejection !== null) return <span className={s.notSaved}>Not saved: {rejection}</span>;
  if (connection !== null) {
    const since = exactTime(new Date(connection.since).toISOString());
    return (
      <span className={s.notSaved}>Not saved since {since}: the service isn’t responding</span>
    );
  }
  return <span className={s.note}>{isSaved ? 'All changes saved' : 'Saving…'}</span>;
}
