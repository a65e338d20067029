import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';

/** When the user is notified by email of what waits, and the time zone whose morning counts. */
export const notices = z.strictObject({
  kind: z.enum(['off', 'at-once', 'daily']),
  /** A name of the IANA database, such as `Australia/Sydney`. */
  timeZone: z.string().check(z.refine(isTimeZone, 'Choose a time zone.')),
});
export type Notices = z.infer<typeof notices>;

function isTimeZone(name: string): boolean {
  try {
    return (
      /\/|^UTC$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
    );
  } catch {
    return false;
  }
}

/** Notices by email, where the portal stores the records and sends emails. */
export const noticeEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  readNotices: [
    'GET /portal/notices',
    'Read when I am notified by email of what waits for me.',
    { response: notices },
  ],
  changeNotices: [
    'PUT /portal/notices',
    'Choose when I am notified by email of what waits for me: never, within 5 minutes, or at 8:00 each morning.',
    { body: notices },
  ],
});
