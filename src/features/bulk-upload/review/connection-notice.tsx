import type { ConnectionStatus } from '#src/api/retry.ts';
import { exactTime } from '#src/lib/dates.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** Says that the service does not respond or is busy, and that the portal retries automatically. */
export function ConnectionNotice({ connection }: { connection: ConnectionStatus | null }) {
  if (connection === null) return null;
  const since = exactTime(new Date(connection.since).toISOString());
  if (connection.isBusy)
    return (
      <Notice tone="warning" title="Service busy">
        {connection.message} Retrying automatically.
      </Notice>
    );
  return (
    <Notice tone="warning" title="The service isn’t responding">
      Since {since}. Retrying automatically. Nothing is lost, and no row is submitted twice.
    </Notice>
  );
}
