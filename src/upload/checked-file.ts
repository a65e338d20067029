import type { UploadChoices } from '#contract/web/bulk-uploads.ts';
import { saveChoices, saveEdits } from '#src/api/bulk-uploads.ts';
import type { Changed, Sheet } from '#src/sheet/sheet.ts';

import { asSentence, Autosave } from './autosave.ts';
import { isSearchedUnasked, searchLeads } from './lead-search.ts';
import type { Checked, LeadSearch } from './stage.ts';

interface CheckedFileOptions {
  readonly sheet: Sheet;
  readonly checked: Checked;
  /** Whether the service tells which rows repeat a lead. */
  readonly canSearchLeads: boolean;
  readonly onChange: (checked: Checked) => void;
}

/** A file whose rows are checked: what is fixed, edited, left out and chosen, with the sheet and with the service. */
export class CheckedFile {
  readonly sheet: Sheet;
  readonly autosave: Autosave;
  readonly #onChange: CheckedFileOptions['onChange'];
  readonly #canSearchLeads: boolean;
  readonly #ended = new AbortController();
  #state: Checked;
  /** The search among the leads that counts: a later one takes the place of one under way. */
  #search = new AbortController();
  /** Cells were edited since it began. */
  #isBehind = false;

  constructor({ sheet, checked, canSearchLeads, onChange }: CheckedFileOptions) {
    const { id } = checked.upload;
    this.sheet = sheet;
    this.#state = checked;
    this.#canSearchLeads = canSearchLeads;
    this.#onChange = onChange;
    this.autosave = new Autosave({
      saveChoices: (choices, signal) => saveChoices(id, choices, signal),
      saveEdits: (edits, signal) => saveEdits(id, edits, signal),
      onChange: (saveStatus) => this.#set({ saveStatus }),
    });
  }

  get state(): Checked {
    return this.#state;
  }

  /** Tells nothing more. What was chosen and edited is still brought to the service. */
  end(): void {
    this.#ended.abort();
  }

  /** Fixes every cell with a cause, or takes the fix back. */
  async fix(issue: string, option: string | null, off = false): Promise<void> {
    await this.#change(() => this.sheet.fix(issue, option, off));
  }

  /** Takes what an edit or a fix did to the summary, and keeps it with the service. */
  readonly take = ({ summary, edits, fixes }: Changed): void => {
    this.#set({ summary, problem: null });
    this.autosave.edit(edits.map((edit) => ({ ...edit })));
    const isFixed = JSON.stringify(fixes) !== JSON.stringify(this.#state.choices.fixes);
    if (isFixed) this.choose({ fixes: [...fixes] });
    if (isFixed || edits.length > 0) this.#fallBehind(isFixed);
  };

  /** Chooses something for the upload as a whole, and keeps it with the service. */
  choose(change: Partial<UploadChoices>): void {
    const choices = { ...this.#state.choices, ...change };
    this.#set({ choices });
    this.autosave.choose(choices);
  }

  /** Decides which rows are left out. */
  async leaveOut(leaveOut: UploadChoices['leaveOut']): Promise<void> {
    this.choose({ leaveOut });
    await this.#change(async () => {
      const summary = await this.sheet.leaveOut(leaveOut);
      return { summary, edits: [], fixes: this.#state.choices.fixes };
    });
  }

  /**
   * Brings to the service what this window shows before rows are submitted: another one may have chosen otherwise meanwhile. False: the
   * service rejects it, and why is told.
   */
  async save(): Promise<boolean> {
    this.choose({});
    await this.autosave.flush();
    const { rejection } = this.#state.saveStatus;
    if (rejection !== null) this.#set({ problem: rejection });
    return rejection === null;
  }

  /** Looks for the file's clients among the partner's leads, unless that is a work the person decides about; says whether it does. */
  searchLeadsUnasked(): boolean {
    if (!this.#canSearchLeads || !isSearchedUnasked(this.#state.summary)) return false;
    void this.searchLeads();
    return true;
  }

  /** Looks for the file's clients among the partner's leads. */
  async searchLeads(): Promise<void> {
    this.#search.abort();
    const { signal } = (this.#search = new AbortController());
    this.#isBehind = false;
    let search: Extract<LeadSearch, { is: 'running' }> = {
      is: 'running',
      rows: 0,
      connection: null,
    };
    const notify = (change: Partial<typeof search>) => {
      search = { ...search, ...change };
      if (!signal.aborted) this.#set({ leadSearch: search });
    };
    notify({});
    try {
      const summary = await searchLeads({
        sheet: this.sheet,
        uploadId: this.#state.upload.id,
        signal: AbortSignal.any([this.#ended.signal, signal]),
        onProgress: (rows) => notify({ rows, connection: null }),
        onConnectionStatus: (connection) => notify({ connection }),
      });
      this.#set({ summary, leadSearch: { is: 'done', isBehind: this.#isBehind } });
    } catch (error) {
      if (!signal.aborted) this.#set({ leadSearch: { is: 'failed', message: asSentence(error) } });
    }
  }

  /** What was found among the leads was found before a change. Fixed cells are looked for anew: damaged ones have told nothing. */
  #fallBehind(isFixed: boolean): void {
    const { leadSearch } = this.#state;
    if (leadSearch.is !== 'done' && leadSearch.is !== 'running') return;
    if (isFixed && this.searchLeadsUnasked()) return;
    this.#isBehind = true;
    if (leadSearch.is === 'done') this.#set({ leadSearch: { is: 'done', isBehind: true } });
  }

  /** Asks the sheet for a change of many cells, and shows that it runs. */
  async #change(ask: () => Promise<Changed>): Promise<void> {
    this.#set({ isChanging: true, problem: null });
    try {
      this.take(await ask());
    } catch (error) {
      this.#set({ problem: asSentence(error) });
    } finally {
      this.#set({ isChanging: false });
    }
  }

  #set(change: Partial<Checked>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#ended.signal.aborted) this.#onChange(this.#state);
  }
}
