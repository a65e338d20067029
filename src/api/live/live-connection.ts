import { eventsPath, heartbeatMs } from '#contract/portal/live/live-stream.ts';
import type { LiveChange } from '#contract/portal/live/live.ts';

import { readEvents, type StreamEvent } from './read-events.ts';

/** Whether changes arrive, and since when not. Times are in milliseconds since the epoch. */
export interface LiveStatus {
  readonly isOn: boolean;
  /** Until when every change has arrived; now, while `isOn`. */
  readonly until: number;
  /** Whether the session has ended, so that there are no more attempts before a new sign-in. */
  readonly isSignedOut: boolean;
}

/** A message of the connection to the tabs. */
export type LiveMessage =
  | { readonly kind: 'changes'; readonly id: string; readonly changes: readonly LiveChange[] }
  /** Changes may have been missed. */
  | { readonly kind: 'again' }
  | {
      readonly kind: 'status';
      readonly status: LiveStatus;
      /** The time of the last event; 0 if none arrived. */
      readonly lastEventAt: number;
    };

/** A message of a tab to the connection. */
export type TabMessage =
  /** The tab follows from now on. It has loaded nothing before this time. */
  | { readonly kind: 'follow'; readonly loadedSince: number }
  /** The tab is closed or put away. It follows again when it is back. */
  | { readonly kind: 'leave' }
  /** Try again at once, because the person is back or signed in again. */
  | { readonly kind: 'retry' };

/** A connection that has received nothing for this long is lost, in milliseconds. */
const maxSilenceMs = 2.25 * heartbeatMs;
/** The delay before an attempt to connect. It doubles with each failure, and half is random. */
const backoffMs = { min: 1_000, max: 10_000 };
/** A connection that lasted this long was not a failure, in milliseconds. */
const minLifetimeMs = 10_000;
/** How often silence is noticed. Timers stand still while a computer sleeps. */
const checkMs = 5_000;

/**
 * The browser's one connection to the stream of events. It reconnects by itself, continues after
 * the last event, and posts what arrives to the tabs.
 */
export class LiveConnection {
  readonly #post: (message: LiveMessage) => void;
  #lastId: string | undefined;
  /** The time before which the tabs have loaded nothing. */
  readonly #loadedSince: number;
  #lastEventAt = 0;
  #receivedAt = Date.now();
  #status: LiveStatus;
  #attempt = new AbortController();
  #wake = Promise.withResolvers<void>();

  constructor(post: (message: LiveMessage) => void, loadedSince: number, lastId?: string) {
    this.#post = post;
    this.#loadedSince = loadedSince;
    this.#lastId = lastId;
    this.#status = { isOn: false, until: Date.now(), isSignedOut: false };
    addEventListener('online', () => this.#retry());
    addEventListener('offline', () => this.#attempt.abort());
    setInterval(() => this.#checkSilence(), checkMs);
    void this.#run();
  }

  /** Handles a message of a tab. A tab that begins to follow is told the status. */
  handle({ kind }: TabMessage): void {
    if (kind === 'follow') this.#postStatus();
    if (kind === 'retry') this.#retry();
  }

  /** Connects again and again. */
  async #run(): Promise<never> {
    for (let failures = 0; ; failures += 1) {
      this.#attempt = new AbortController();
      this.#wake = Promise.withResolvers<void>();
      const startedAt = Date.now();
      await this.#follow(this.#attempt.signal).catch(() => {});
      if (this.#status.isOn && Date.now() - startedAt > minLifetimeMs) failures = 0;
      if (this.#status.isOn) this.#setStatus({ ...this.#status, isOn: false });
      const delay = Math.min(backoffMs.min * 2 ** failures, backoffMs.max);
      const timer = setTimeout(() => this.#wake.resolve(), delay * (0.5 + Math.random() / 2));
      // Without a session, only a sign-in helps.
      if (this.#status.isSignedOut) clearTimeout(timer);
      await this.#wake.promise;
      clearTimeout(timer);
    }
  }

  /** Follows the stream until it ends. */
  async #follow(signal: AbortSignal): Promise<void> {
    const response = await fetch(`${eventsPath}?ageMs=${Date.now() - this.#loadedSince}`, {
      headers: this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId },
      signal,
    });
    this.#receivedAt = Date.now();
    if (!response.ok || response.body === null) {
      const isSignedOut = response.status === 401;
      if (isSignedOut !== this.#status.isSignedOut)
        this.#setStatus({ ...this.#status, isSignedOut });
      return;
    }
    this.#setStatus({ isOn: true, until: this.#receivedAt, isSignedOut: false });
    await readEvents(
      response.body,
      () => (this.#receivedAt = Date.now()),
      (event) => this.#receive(event),
    );
  }

  #receive({ event, id, data }: StreamEvent): void {
    this.#lastId = id;
    if (event === 'again') this.#postEvent({ kind: 'again' });
    if (event !== 'changes') return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own service's events
    const changes = JSON.parse(data) as LiveChange[];
    if (changes.length > 0) this.#postEvent({ kind: 'changes', id, changes });
  }

  #postEvent(message: LiveMessage): void {
    this.#lastEventAt = Date.now();
    this.#post(message);
  }

  #setStatus(status: LiveStatus): void {
    this.#status = { ...status, until: status.isOn ? status.until : this.#receivedAt };
    this.#postStatus();
  }

  #postStatus(): void {
    this.#post({ kind: 'status', status: this.#status, lastEventAt: this.#lastEventAt });
  }

  #checkSilence(): void {
    if (this.#status.isOn && Date.now() - this.#receivedAt > maxSilenceMs) this.#attempt.abort();
  }

  #retry(): void {
    this.#checkSilence();
    this.#wake.resolve();
  }
}
