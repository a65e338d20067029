import type { LiveChange } from '#contract/portal/live/live.ts';

/** Whether changes arrive, and since when not. Times are in milliseconds since the epoch. */
export interface LiveStatus {
  readonly isOn: boolean;
  /** Until when every change has arrived; now, while `isOn`. */
  readonly until: number;
  /** Whether the session has ended, so that there are no more attempts before a new sign-in. */
  readonly isSignedOut: boolean;
}

/** What the connection tells the tabs. */
export type LiveMessage =
  | { readonly kind: 'changes'; readonly id: string; readonly changes: readonly LiveChange[] }
  /** Changes may have been missed. */
  | { readonly kind: 'again' }
  | {
      readonly kind: 'status';
      readonly status: LiveStatus;
      /** When the last event arrived; 0 if none did. */
      readonly lastEventAt: number;
    };

/** What a tab tells the connection. */
export type TabMessage =
  /** The tab follows from now on. It has loaded nothing before this time. */
  | { readonly kind: 'follow'; readonly loadedSince: number }
  /** The tab is closed or put away. It follows again when it is back. */
  | { readonly kind: 'leave' }
  /** Try again at once, because the person is back or signed in again. */
  | { readonly kind: 'retry' };
