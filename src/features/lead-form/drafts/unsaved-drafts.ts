import type { DraftAutosave } from './draft-autosave.ts';

/** The drafts of this tab that have something to save, by id: also those whose form was left. */
const unsaved = new Map<string, DraftAutosave>();

/** Returns the draft with this id that has something to save in this tab; undefined if none has. */
export function unsavedDraft(id: string): DraftAutosave | undefined {
  return unsaved.get(id);
}

/**
 * Remembers whether a draft has something to save. While one has, the browser asks before the
 * window is closed.
 */
export function setUnsaved(draft: DraftAutosave, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.set(draft.id, draft);
  else unsaved.delete(draft.id);
  const act = unsaved.size > 0 ? 'addEventListener' : 'removeEventListener';
  globalThis[act]?.('beforeunload', preventClosing);
}

function preventClosing(event: Event): void {
  event.preventDefault();
}
