import { exactTime } from '#src/lib/dates.ts';
import type { Keeping } from '#src/upload/keeper.ts';

import s from './bulk-uploads.module.css';

/** Whether the changes are with the service: then they can be taken up on another machine too. */
export function KeepingNote({ keeping: { isKept, connection, rejection } }: { keeping: Keeping }) {
  if (rejection !== null) return <span className={s.notKept}>Not kept: {rejection}</span>;
  if (connection !== null) {
    const since = exactTime(new Date(connection.since).toISOString());
    return <span className={s.notKept}>Not kept since {since}: the service does not answer</span>;
  }
  return <span className={s.note}>{isKept ? 'Changes are kept' : 'Keeping changes'}</span>;
}
