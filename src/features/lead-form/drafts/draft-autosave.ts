import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import { createDraft, type DraftVersion, readDraft, saveDraft } from '#src/api/new-lead/drafts.ts';
import { retryUntilResponse } from '#src/api/retry.ts';
import { hasCode, whyRejected } from '#src/api/service-error.ts';
import { randomKey } from '#src/lib/random.ts';
import { createStore, type Store } from '#src/lib/store.ts';

import {
  asNewDraft,
  type DraftStatus,
  isNothingStored,
  isSameContent,
  listDiffering,
  setUnsaved,
} from './draft-content.ts';

interface AutosaveOptions {
  /** The draft that the form was opened with; undefined for a new one. */
  readonly stored?: DraftVersion | undefined;
  readonly initial: DraftContent;
}

/** The form that shows a draft. */
interface AutosaveForm {
  /** Called when something is typed into a new draft, which is not stored yet. */
  readonly onStarted: (id: string) => void;
  /** Called with the texts of the version from elsewhere, if the user continues with it. */
  readonly onLoaded: (texts: DraftContent['texts']) => void;
}

/** Milliseconds from the first unsaved change to its save. */
const delayMs = 800;

/** Milliseconds that a submission waits for its draft to be saved. */
const maxFlushMs = 3_000;

/**
 * Saves a draft while it is typed: the latest content, one request at a time, with retries until
 * the service has saved or rejected it. It outlives the form, so that leaving the page loses
 * nothing.
 */
export class DraftAutosave {
  readonly status: Store<DraftStatus>;
  #form: AutosaveForm | undefined;
  #id: string;
  #etag: string | undefined;
  #isStored: boolean;
  /** The versions of the service, as far as it is known, and of the form. */
  #saved: DraftContent;
  #latest: DraftContent;
  /** The content of the last request, which may have arrived without a response. */
  #sent: DraftContent | undefined;
  /** The time of the last save, in milliseconds; undefined if there was none. */
  #savedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(id: string, { stored, initial }: AutosaveOptions) {
    this.#id = id;
    this.#etag = stored?.etag;
    this.#isStored = stored !== undefined;
    this.#saved = initial;
    this.#latest = initial;
    this.#savedAt = stored && Date.parse(stored.draft.updatedAt);
    this.status = createStore<DraftStatus>({ stage: 'saved', at: this.#savedAt });
  }

  get id(): string {
    return this.#id;
  }

  get content(): DraftContent {
    return this.#latest;
  }

  /** Sets the form that shows the draft; undefined once it is left, perhaps before it is saved. */
  showForm(form: AutosaveForm | undefined): void {
    this.#form = form;
  }

  /** Saves a part of the content soon. */
  change(part: Partial<DraftContent>): void {
    this.#latest = { ...this.#latest, ...part };
    if (this.#isPaused || isSameContent(this.#latest, this.#saved)) return;
    const status = this.status.get();
    if (status.stage === 'saved') this.status.set({ stage: 'unsaved' });
    setUnsaved(this, true);
    if (isNothingStored(status)) this.#form?.onStarted(this.#id);
    this.#timer ??= setTimeout(() => void this.save(), delayMs);
  }

  /** Saves now. Waits until it is saved or has failed once, for 3 seconds at most. */
  async flush(): Promise<void> {
    if (this.#isPaused || isSameContent(this.#latest, this.#saved)) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxFlushMs);
    const failed = this.status.subscribe(() => {
      if (this.status.get().stage === 'failed') resolve();
    });
    await Promise.race([this.save(), late]);
    clearTimeout(timer);
    failed();
  }

  /**
   * Continues with the version here or the one from elsewhere, as the user chose. The other one
   * becomes a draft of its own.
   * @throws ServiceError if that can’t be stored: then nothing changes
   */
  async resolve(side: 'here' | 'there'): Promise<void> {
    const status = this.status.get();
    if (status.stage !== 'overtaken' || !('theirs' in status.by)) return;
    const { theirs } = status.by;
    await this.#keepAside(() => (side === 'here' ? theirs.draft.content : null) ?? this.#latest);
    if (this.#stopped.signal.aborted) return;
    this.#adopt(theirs);
    this.status.set({ stage: 'unsaved' });
    if (side === 'there') {
      this.#latest = { ...this.#latest, texts: this.#saved.texts };
      this.#form?.onLoaded(this.#saved.texts);
    }
    this.change({});
    if (isSameContent(this.#latest, this.#saved)) this.#complete(Date.now());
  }

  /** Stores a content as another draft, with everything typed until it is stored. */
  async #keepAside(read: () => DraftContent): Promise<void> {
    const id = randomKey();
    let content = read();
    const create = async () => createDraft(id, asNewDraft(content));
    let { etag } = await this.#retried(create);
    const save = async () => saveDraft(id, asNewDraft(content), etag);
    while (!isSameContent(content, read())) {
      content = read();
      ({ etag } = await this.#retried(save));
    }
  }

  /** Keeps the typed content as a new draft, after the draft ended elsewhere. */
  keepAsNew(): void {
    setUnsaved(this, false);
    this.#id = randomKey();
    this.#isStored = false;
    this.#etag = undefined;
    this.#latest = asNewDraft(this.#latest);
    this.#saved = { ...this.#latest, texts: {} };
    this.status.set({ stage: 'unsaved' });
    this.change({});
    this.#form?.onStarted(this.#id);
  }

  /** Saves nothing any more: the draft was submitted or discarded here. */
  end(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
    setUnsaved(this, false);
    this.status.set({ stage: 'saved', at: undefined });
  }

  /** Whether changes wait for the user to decide something, or for nothing any more. */
  get #isPaused(): boolean {
    return this.#stopped.signal.aborted || this.status.get().stage === 'overtaken';
  }

  /** Saves now. Waits until it is saved or rejected, however long that takes. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await (this.#running ??= this.#saveAll().finally(() => (this.#running = undefined)));
  }

  async #saveAll(): Promise<void> {
    try {
      while (!this.#isPaused && !isSameContent(this.#latest, this.#saved)) await this.#saveOnce();
      // The typed text may have been undone before it was saved.
      if (!this.#isPaused) this.#complete(this.#savedAt);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      await this.#explain(error).catch((later: unknown) => this.#fail(later));
    }
  }

  async #saveOnce(): Promise<void> {
    const content = this.#latest;
    this.#sent = content;
    const at = await this.#retried(async () => this.#send(content));
    if (this.#stopped.signal.aborted) return;
    if (typeof at === 'object') return this.#goOnFrom(at);
    this.#saved = content;
    this.#complete(at);
  }

  /** Returns when the content was saved, or the draft that was stored before it. */
  async #send(content: DraftContent): Promise<number | DraftVersion> {
    if (this.#isStored) {
      const { etag, updatedAt } = await saveDraft(this.#id, content, this.#etag);
      this.#etag = etag;
      return Date.parse(updatedAt);
    }
    const stored = await createDraft(this.#id, content);
    // The page was left and opened again while its last save was on its way.
    if (!stored.draft.content || !isSameContent(stored.draft.content, content)) return stored;
    this.#isStored = true;
    this.#etag = stored.etag;
    return Date.parse(stored.draft.updatedAt);
  }

  #retried<T>(send: () => Promise<T>): Promise<T> {
    return retryUntilResponse(send, {
      signal: this.#stopped.signal,
      onConnectionStatus: (connection) => {
        if (!connection || this.#isPaused) return;
        const message = connection.isBusy ? 'the service is busy' : 'the service isn’t responding';
        this.status.set({ stage: 'failed', message, isRetrying: true, isFull: false });
      },
    });
  }

  /** Finds out what a rejection means: the draft was changed, discarded or submitted elsewhere. */
  async #explain(error: unknown): Promise<void> {
    if (hasCode(error, 'not-found')) return this.#overtake({ leadId: null });
    if (!hasCode(error, 'version-conflict', 'draft-submitted')) throw error;
    await this.#goOnFrom(await this.#retried(async () => readDraft(this.#id)));
  }

  /** Continues from the service's version, unless it was typed elsewhere. */
  async #goOnFrom(theirs: DraftVersion): Promise<void> {
    const { content, leadId, updatedAt } = theirs.draft;
    if (leadId !== null || content === null) return this.#overtake({ leadId: leadId ?? '' });
    // A save whose response was lost was typed here, too.
    const own = [this.#sent, this.#saved, this.#latest];
    if (own.every((known) => !known || listDiffering(known.texts, content.texts).length > 0))
      return this.#overtake({ theirs });
    this.#adopt(theirs);
    if (isSameContent(this.#latest, this.#saved)) return this.#complete(Date.parse(updatedAt));
    return this.#saveAll();
  }

  #overtake(by: Extract<DraftStatus, { stage: 'overtaken' }>['by']): void {
    this.status.set({ stage: 'overtaken', by });
  }

  /** Takes the service's version as the saved one. */
  #adopt({ draft: { content }, etag }: DraftVersion): void {
    this.#etag = etag;
    this.#isStored = true;
    if (!content) return;
    const { sent, rejections } = this.#latest;
    this.#saved = content;
    this.#latest = {
      ...this.#latest,
      sent: sent ?? content.sent,
      rejections: Math.max(rejections, content.rejections),
    };
  }

  #complete(at: number | undefined): void {
    this.#savedAt = at;
    if (isSameContent(this.#latest, this.#saved)) {
      this.status.set({ stage: 'saved', at });
      setUnsaved(this, false);
    } else if (this.status.get().stage !== 'unsaved') this.status.set({ stage: 'unsaved' });
  }

  #fail(error: unknown): void {
    if (this.#stopped.signal.aborted) return;
    const isFull = hasCode(error, 'too-many-drafts');
    this.status.set({ stage: 'failed', message: whyRejected(error), isRetrying: false, isFull });
  }
}
