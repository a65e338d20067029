import { hashToken } from '#server/auth/tokens.ts';
import { foldEmail } from '#server/db/emails.ts';

import type { Counter } from './throttle.rules.ts';

/** A counter by its key. */
export interface CounterKey extends Pick<Counter, 'limit'> {
  readonly key: string;
  /** Shared by all counters of one account; null where several accounts share one counter. */
  readonly account: string | null;
}

/** The counters of an attempt: the caller’s own, and those shared with others. */
export interface Attempt {
  readonly own: CounterKey;
  readonly shared: readonly CounterKey[];
}

/** Returns the key that all counters of an account share. */
export const accountKey = (account: string) => hashToken(`account ${account}`);
const counted = (limit: Counter['limit'], text: string, account: string | null = null) => ({
  limit,
  key: hashToken(text),
  account: account === null ? null : accountKey(account),
});

/**
 * The attempts that are counted. `account` is the account’s id, or the email if no account has it:
 * both count the same.
 */
export const attempts = {
  inUnknownBrowser: (network: string, account: string): Attempt => ({
    own: counted('own', `${account} from ${network}`, account),
    shared: [
      counted('network', `network ${network}`),
      counted('account', `account ${account}`, account),
    ],
  }),
  /** The failures of others don’t count. */
  inKnownBrowser: (browserHash: string, account: string): Attempt => ({
    own: counted('own', `${account} in ${browserHash}`, account),
    shared: [],
  }),
  /** A code after a right password; guesses elsewhere make no known browser wait. */
  ofCode: (account: string, browserHash?: string): Attempt => ({
    own: counted('own', `code of ${account} in ${browserHash ?? 'unknown browsers'}`, account),
    shared: [],
  }),
  /** By a signed-in person: these failures never keep anybody from signing in. */
  inSession: (sessionId: string, account: string): Attempt => ({
    own: counted('own', `session ${sessionId}`, account),
    shared: [],
  }),
  /** Requests for a link: for an email, whether or not it has an account. */
  forLink: (network: string, email: string): Attempt => ({
    own: counted('own', `link for ${foldEmail(email)} to ${network}`),
    shared: [counted('network', `links to ${network}`)],
  }),
  /** A passkey, or a response of the provider, which names no account before it is right. */
  ofBrowser: (method: string, browser: string | undefined, network: string): Attempt => ({
    own: counted('own', `${method} in ${browser ?? `no browser of ${network}`}`),
    shared: [counted('network', `${method} from ${network}`)],
  }),
  /** The same where somebody has signed in before: the failures of others don’t count. */
  ofKnownBrowser: (method: string, browserHash: string): Attempt => ({
    own: counted('own', `${method} in ${browserHash}`),
    shared: [],
  }),
  /** The link of a client: guesses keep nobody from signing in. */
  withUploadLink: (network: string, token: string): Attempt => ({
    own: counted('own', `upload link ${hashToken(token)} from ${network}`),
    shared: [counted('network', `upload links from ${network}`)],
  }),
  withLink: (network: string, token: string): Attempt => ({
    own: counted('own', `link ${hashToken(token)} from ${network}`),
    shared: [counted('network', `network ${network}`)],
  }),
};
