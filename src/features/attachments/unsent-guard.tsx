import type { ComponentProps } from 'react';

import { LeaveGuard } from '#src/forms/leave-guard.tsx';
import { count } from '#src/lib/numbers.ts';

import { isUnsent, type Upload } from './uploads.ts';

interface UnsentGuardProps extends Pick<ComponentProps<typeof LeaveGuard>, 'isLeaving'> {
  uploads: readonly Upload[];
}

/** Asks before the page is left while files are not sent, or may have arrived. */
export function UnsentGuard({ uploads, ...props }: UnsentGuardProps) {
  const unsent = uploads.filter(isUnsent).length;
  const unknown = uploads.filter((upload) => upload.state === 'unknown').length;
  return <LeaveGuard when={unsent + unknown > 0} loss={lossText(unsent, unknown)} {...props} />;
}

function lossText(unsent: number, unknown: number): string {
  if (unsent === 0)
    return unknown === 1
      ? 'Upload of 1 file not confirmed. Leaving this page discards its status.'
      : `Upload of ${count(unknown)} files not confirmed. Leaving this page discards their status.`;
  return unsent === 1
    ? '1 file not uploaded yet. It is lost if you leave.'
    : `${count(unsent)} files not uploaded yet. They are lost if you leave.`;
}
