import { type UploadChoices, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { sendChoices, sendEdits } from '#src/api/bulk-uploads/bulk-uploads.ts';
import type { Changed, Resolution, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

import { errorMessage, Autosave } from './autosave.ts';
import { isSearchedAutomatically, searchLeads } from './lead-search.ts';
import type { Checked, LeadSearch } from './stage.ts';

interface CheckedFileOptions {
  readonly sheet: Sheet;
  readonly checked: Checked;
  /** Whether the service can find rows that repeat a lead. */
  readonly canSearchLeads: boolean;
  readonly onChange: (checked: Checked) => void;
}

/**
 * A file whose rows are checked: applies fixes, edits and choices to the sheet and saves them to
 * the service.
 */
export class CheckedFile {
  readonly sheet: Sheet;
  readonly autosave: Autosave;
  readonly #onChange: CheckedFileOptions['onChange'];
  readonly #canSearchLeads: boolean;
  readonly #ended = new AbortController();
  #state: Checked;
  /** Ends the current lead search: a new search replaces a running one. */
  #search = new AbortController();
  /** Whether cells were edited since the lead search began. */
  #isOutdated = false;

  constructor({ sheet, checked, canSearchLeads, onChange }: CheckedFileOptions) {
    const { id } = checked.upload;
    this.sheet = sheet;
    this.#state = checked;
    this.#canSearchLeads = canSearchLeads;
    this.#onChange = onChange;
    this.autosave = new Autosave({
      saveChoices: (choices, signal) => sendChoices(id, choices, signal),
      saveEdits: (edits, signal) => sendEdits(id, edits, signal),
      onChange: (saveStatus) => this.#set({ saveStatus }),
    });
  }

  get state(): Checked {
    return this.#state;
  }

  /** Stops notifications and the lead search. Pending choices and edits are still saved. */
  end(): void {
    this.#ended.abort();
  }

  /** Fixes every cell of an issue, or reverts the fix. */
  async fix(issue: string, option: string | null, off = false): Promise<void> {
    await this.#changeCells(() => this.sheet.fix(issue, option, off));
  }

  /**
   * Applies every open fix at once: those that are unambiguous, and those with an answer. `cells`:
   * how many cells that fixes. Returns undefined, and sets `problem`, if it fails.
   */
  async fixAll(resolutions: readonly Resolution[], cells: number) {
    const summary = await this.#changeCells(() => this.sheet.fixAll(resolutions));
    if (summary) this.#set({ fixedCells: cells });
    return summary;
  }

  /**
   * Writes a text to every cell with an issue, `''` empties them. `cells`: how many that fixes.
   * Returns why the column doesn't take the text; undefined once it is written.
   */
  async fill(issue: string, text: string, cells: number): Promise<string | undefined> {
    try {
      this.apply(await this.sheet.fill(issue, text));
      this.#set({ fixedCells: cells });
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  /** Leaves out every row with an issue, or includes them again. */
  async leaveOutIssue(issue: string, isOut: boolean): Promise<void> {
    const { leaveOut } = this.#state.choices;
    const found = new Set(await this.sheet.issueRows(issue));
    const others = leaveOut.rows.filter(({ row }) => !found.has(row));
    const own = isOut ? [...found].map((row) => ({ row, leaveOut: true })) : [];
    const rows = [...others, ...own];
    if (rows.length > uploadLimits.rowChoices)
      return this.#set({ problem: 'At most 20,000 rows can be left out one by one.' });
    await this.leaveOut({ ...leaveOut, rows });
  }

  /** Tries an extra answer to the question of a fix; the summary then says what it would fix. */
  async tryResolution(answer: Resolution): Promise<void> {
    try {
      this.#set({ summary: await this.sheet.tryResolution(answer), problem: null });
    } catch (error) {
      this.#set({ problem: errorMessage(error) });
    }
  }

  /** Reverts the last edit or fix. Returns undefined, and sets `problem`, if it fails. */
  async undo(): Promise<SheetSummary | undefined> {
    return this.#changeCells(() => this.sheet.undo());
  }

  /** Applies the result of an edit or a fix: updates the summary and saves the change. */
  readonly apply = ({ summary, edits, fixes }: Changed): void => {
    this.#set({ summary, changes: this.#state.changes + 1, problem: null });
    this.autosave.edit(edits);
    const isFixed = JSON.stringify(fixes) !== JSON.stringify(this.#state.choices.fixes);
    if (isFixed) this.choose({ fixes: [...fixes] });
    if (!isFixed && edits.length === 0) return;
    this.#set({ fixedCells: null });
    this.#markSearchOutdated(isFixed);
  };

  /** Chooses something for the upload as a whole and saves it. */
  choose(change: Partial<UploadChoices>): void {
    const choices = { ...this.#state.choices, ...change };
    this.#set({ choices });
    this.autosave.choose(choices);
  }

  /** Sets which rows are left out. */
  async leaveOut(leaveOut: UploadChoices['leaveOut']): Promise<void> {
    this.choose({ leaveOut });
    await this.#changeCells(async () => {
      const summary = await this.sheet.leaveOut(leaveOut);
      return { summary, edits: [], fixes: this.#state.choices.fixes };
    });
  }

  /**
   * Saves this window's choices before rows are submitted, because another window may have chosen
   * differently in the meantime. Returns false if the service rejects them; `problem` then says
   * why.
   */
  async save(): Promise<boolean> {
    this.choose({});
    await this.autosave.flush();
    const { rejection } = this.#state.saveStatus;
    if (rejection !== null) this.#set({ problem: rejection });
    return rejection === null;
  }

  /**
   * Searches the partner's leads for the file's clients, unless the service can't or the file is so
   * large that the user decides. Returns whether a search started.
   */
  autoSearchLeads(): boolean {
    if (!this.#canSearchLeads || !isSearchedAutomatically(this.#state.summary)) return false;
    void this.searchLeads();
    return true;
  }

  /** Searches the partner's leads for the file's clients. */
  async searchLeads(): Promise<void> {
    this.#search.abort();
    const { signal } = (this.#search = new AbortController());
    this.#isOutdated = false;
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
      this.#set({ summary, leadSearch: { is: 'done', isOutdated: this.#isOutdated } });
    } catch (error) {
      if (!signal.aborted)
        this.#set({ leadSearch: { is: 'failed', message: errorMessage(error) } });
    }
  }

  /**
   * Marks the results of the lead search as outdated after a change. After a fix the search starts
   * again where it runs unasked, because damaged cells had no keys.
   */
  #markSearchOutdated(isFixed: boolean): void {
    const { leadSearch } = this.#state;
    if (leadSearch.is !== 'done' && leadSearch.is !== 'running') return;
    if (isFixed && this.autoSearchLeads()) return;
    this.#isOutdated = true;
    if (leadSearch.is === 'done') this.#set({ leadSearch: { is: 'done', isOutdated: true } });
  }

  /**
   * Runs a change of many cells in the sheet, with `isChanging` set meanwhile. Returns undefined,
   * and sets `problem`, if it fails.
   */
  async #changeCells(change: () => Promise<Changed>): Promise<SheetSummary | undefined> {
    this.#set({ isChanging: true, problem: null });
    try {
      const changed = await change();
      this.apply(changed);
      return changed.summary;
    } catch (error) {
      this.#set({ problem: errorMessage(error) });
      return undefined;
    } finally {
      this.#set({ isChanging: false });
    }
  }

  #set(change: Partial<Checked>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#ended.signal.aborted) this.#onChange(this.#state);
  }
}
