/** What people read when the browser, not the service, ended a step of signing in. */
export const signInSentences = {
  passkeyExists: 'This device has a passkey of yours.',
  passkeyNotUsed: 'No passkey was used. Try again.',
  newTabBlocked: 'Your browser blocked the new tab. Allow pop-ups here, and try again.',
} as const;
