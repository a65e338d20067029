import type { ConnectionStatus } from '#src/api/retry.ts';
import type { SaveStatus } from '#src/bulk-upload/job/autosave.ts';
import { exactTime } from '#src/lib/dates.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Says that the service does not respond or is busy, and that the portal retries automatically. */
export function ConnectionNotice({ connection }: { connection: ConnectionStatus | null }) {
  if (connection === null) return null;
  const since = exactTime(new Date(connection.since).toISOString());
  const { isBusy, message } = connection;
  return (
    <Notice tone="warning" title={isBusy ? 'Service busy' : 'The service isn’t responding'}>
      {isBusy
        ? `${message} Retrying automatically.`
        : `Since ${since}. Retrying automatically. Nothing is lost, and no row is submitted twice.`}
    </Notice>
  );
}

/**
 * Shows whether the changes are saved at the service, so that they can be resumed on another
 * computer.
 */
export function SaveStatusNote({ saveStatus }: { saveStatus: SaveStatus }) {
  const { isSaved, connection, rejection } = saveStatus;
  if (rejection !== null) return <span className="danger small">Not saved: {rejection}</span>;
  if (connection !== null) {
    const since = exactTime(new Date(connection.since).toISOString());
    return (
      <span className="danger small">Not saved since {since}: the service isn’t responding</span>
    );
  }
  return <span className="soft small">{isSaved ? 'All changes saved' : 'Saving…'}</span>;
}
