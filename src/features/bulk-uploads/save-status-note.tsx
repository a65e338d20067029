import { exactTime } from '#src/lib/dates.ts';
import type { SaveStatus } from '#src/upload/autosave.ts';

import s from './bulk-uploads.module.css';

/** Whether the changes are with the service: then they can be taken up on another machine too. */
export function SaveStatusNote({
  saveStatus: { isSaved, connection, rejection },
}: {
  saveStatus: SaveStatus;
}) {
  if (rejection !== null) return <span className={s.notSaved}>Not kept: {rejection}</span>;
  if (connection !== null) {
    const since = exactTime(new Date(connection.since).toISOString());
    return <span className={s.notSaved}>Not kept since {since}: the service does not answer</span>;
  }
  return <span className={s.note}>{isSaved ? 'Changes are kept' : 'Keeping changes'}</span>;
}
