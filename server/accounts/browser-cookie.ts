import { tokenCookie } from '#server/auth/session-cookie.ts';

import { browserLifetimeMs } from './known-browsers.store.ts';
import { stepLifetimeMs } from './sign-in-steps.store.ts';

/** The cookie by which a browser is known. It signs nobody in. */
export const browserCookie = tokenCookie('portal-browser', browserLifetimeMs);

/** The cookie of the second step of a sign-in that this browser has begun. It signs nobody in. */
export const stepCookie = tokenCookie('portal-sign-in', stepLifetimeMs);
