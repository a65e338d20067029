import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import type { DraftVersion } from '#src/api/new-lead/drafts.ts';

import { DraftAutosave } from './draft-autosave.ts';
import { unsavedDraft } from './draft-content.ts';

const contentOf = (texts: DraftContent['texts']): DraftContent => ({
  texts,
  businessCountry: null,
  sent: null,
  rejections: 0,
});

/** The draft in the fake service; its version is the ETag. */
let stored: { content: DraftContent | null; version: number; leadId: string | null } | undefined;
/** What happens to the next requests that change the draft, in order. */
let outcomes: ('lost' | 'down' | Response)[] = [];
let saves = 0;
/** Whether each request goes on when the page is left. */
let keepalives: unknown[] = [];
let stop: (() => void) | undefined;

const failure = (status: number, code: string, fields?: Record<string, string>) =>
  Response.json({ error: 'No.', code, fields }, { status });

function contentIn(body: RequestInit['body']): DraftContent {
  return JSON.parse(typeof body === 'string' ? body : '{}').content;
}

function respond(url: string, { method = 'GET', headers, body }: RequestInit): Response {
  if (method === 'GET' || (method === 'POST' && stored)) return respondWithDraft(url);
  const outcome = outcomes.shift();
  if (outcome === 'down') throw new TypeError('down');
  if (outcome instanceof Response) return outcome;
  if (!stored && method !== 'POST') return failure(404, 'not-found');
  if (stored?.leadId) return failure(409, 'draft-submitted');
  if (stored && new Headers(headers).get('if-match') !== `"${stored.version}"`)
    return failure(412, 'version-conflict');
  const content = contentIn(body);
  stored = { content, version: (stored?.version ?? 0) + 1, leadId: null };
  saves += 1;
  if (outcome === 'lost') throw new TypeError('lost');
  return respondWithDraft(url);
}

function respondWithDraft(url: string): Response {
  const { version, ...draft } = stored ?? { content: null, version: 0, leadId: null };
  const all = { ...draft, id: url.split('/').at(-1), updatedAt: new Date(0).toISOString() };
  return Response.json(all, { headers: { etag: `"${version}"` } });
}

beforeEach(() => {
  stored = undefined;
  outcomes = [];
  saves = 0;
  keepalives = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    keepalives.push(init.keepalive);
    return respond(url, init);
  });
});
afterEach(() => {
  stop?.();
});

/** Opens a draft: the stored one, or a new one. */
function open() {
  const version: DraftVersion | undefined = stored && {
    draft: { id: 'd', content: stored.content, leadId: null, updatedAt: '2026-11-22T00:00:00Z' },
    etag: `"${stored.version}"`,
  };
  const taken: DraftContent['texts'][] = [];
  const ids: string[] = [];
  const autosave = new DraftAutosave('d', {
    stored: version,
    initial: stored?.content ?? contentOf({}),
  });
  autosave.showForm({ onStarted: (id) => ids.push(id), onTaken: (texts) => taken.push(texts) });
  stop = () => autosave.end();
  return {
    autosave,
    taken,
    ids,
    type: (texts: object) => autosave.change({ texts: { ...texts } }),
  };
}

/** Changes the draft as another tab does. */
function changeElsewhere(texts: DraftContent['texts']): void {
  stored = { content: contentOf(texts), version: (stored?.version ?? 0) + 1, leadId: null };
}

const textsStored = () => stored?.content?.texts;

test('nothing is stored before something is typed; then the latest texts are, in one request', async () => {
  const { autosave, ids, type } = open();
  type({});
  await vi.runAllTimersAsync();
  expect([autosave.status.get(), saves]).toEqual([{ stage: 'saved', at: undefined }, 0]);
  for (const firstName of ['A', 'Ar', 'Aroha']) type({ firstName });
  expect(autosave.status.get().stage).toBe('unsaved');
  await vi.runAllTimersAsync();
  expect([textsStored(), saves, ids]).toEqual([{ firstName: 'Aroha' }, 1, ['d']]);
  expect(autosave.status.get()).toEqual({ stage: 'saved', at: 0 });
});

test('is tried again until the service responds, and what was typed meanwhile is saved too', async () => {
  const { autosave, type } = open();
  outcomes = ['down', 'lost'];
  type({ firstName: 'A' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(autosave.status.get()).toEqual({
    stage: 'failed',
    message: 'the service isn’t responding',
    isRetrying: true,
    isFull: false,
  });
  type({ firstName: 'Aroha' });
  expect(autosave.status.get().stage).toBe('failed');
  await vi.runAllTimersAsync();
  expect(textsStored()).toEqual({ firstName: 'Aroha' });
  expect(autosave.status.get().stage).toBe('saved');
});

test('its own save whose response was lost is no conflict', async () => {
  changeElsewhere({ firstName: 'A' });
  const { autosave, type } = open();
  outcomes = ['lost'];
  type({ firstName: 'Ar' });
  await vi.advanceTimersByTimeAsync(900);
  type({ firstName: 'Aroha' });
  await vi.runAllTimersAsync();
  expect([autosave.status.get().stage, textsStored()]).toEqual(['saved', { firstName: 'Aroha' }]);
});

test('a draft is named at the first change, and found in this tab until it is saved', async () => {
  const { autosave, ids, type } = open();
  expect(unsavedDraft('d')).toBeUndefined();
  type({ firstName: 'A' });
  expect([ids, unsavedDraft('d')]).toEqual([['d'], autosave]);
  // The form is left, and the service is down for a moment.
  autosave.showForm(undefined);
  outcomes = ['down'];
  void autosave.flush();
  await vi.advanceTimersByTimeAsync(100);
  expect(unsavedDraft('d')?.content.texts).toEqual({ firstName: 'A' });
  await vi.runAllTimersAsync();
  expect([textsStored(), unsavedDraft('d')]).toEqual([{ firstName: 'A' }, undefined]);
});

test('what is saved when the page is left is merged into what is typed after it', async () => {
  const { autosave, taken, type } = open();
  // The last save of the page before arrives after the new page has found no draft.
  changeElsewhere({ firstName: 'Aroha' });
  type({ lastName: 'Ngata' });
  await vi.runAllTimersAsync();
  expect(taken).toEqual([{ firstName: 'Aroha' }]);
  expect(textsStored()).toEqual({ firstName: 'Aroha', lastName: 'Ngata' });
  expect(autosave.status.get().stage).toBe('saved');
});

test('the browser goes on saving a draft when the page is left, unless it is too long', async () => {
  const { type } = open();
  type({ firstName: 'Aroha' });
  await vi.runAllTimersAsync();
  type({ firstName: 'Aroha', notes: 'n'.repeat(20_000) });
  await vi.runAllTimersAsync();
  expect(keepalives).toEqual([true, false]);
});

test('a text that is too long is said to be so, until it is shorter', async () => {
  const { autosave, type } = open();
  outcomes = [failure(400, 'invalid-fields', { 'content.texts.city': 'A text is too long.' })];
  type({ city: 'x' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get()).toMatchObject({ stage: 'failed', message: 'A text is too long.' });
  type({ city: '' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get().stage).toBe('saved');
});

test('a rejection is shown and tried again with the next change', async () => {
  const { autosave, type } = open();
  outcomes = [failure(409, 'too-many-drafts')];
  type({ firstName: 'A' });
  await vi.runAllTimersAsync();
  const failed = { stage: 'failed', message: 'No.', isRetrying: false, isFull: true };
  expect(autosave.status.get()).toEqual(failed);
  type({ firstName: 'Aroha' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get().stage).toBe('saved');
});

test('changes of other fields elsewhere are added, without a question', async () => {
  changeElsewhere({ firstName: 'Aroha', email: 'a@a.test' });
  const { autosave, taken, type } = open();
  changeElsewhere({ firstName: 'Aroha', phone: '1' });
  type({ firstName: 'Mere', email: 'a@a.test' });
  await vi.runAllTimersAsync();
  expect(taken).toEqual([{ phone: '1', email: '' }]);
  expect(textsStored()).toEqual({ firstName: 'Mere', phone: '1' });
  expect(autosave.status.get().stage).toBe('saved');
});

test.each(['here', 'there'] as const)('a conflict waits for a choice: %s', async (side) => {
  changeElsewhere({ firstName: 'Aroha' });
  const { autosave, taken, type } = open();
  changeElsewhere({ firstName: 'Mere' });
  type({ firstName: 'Ana' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get()).toMatchObject({
    stage: 'overtaken',
    by: { conflicts: [{ label: 'First name', here: 'Ana', there: 'Mere' }] },
  });
  type({ firstName: 'Anahera' });
  await vi.runAllTimersAsync();
  expect(textsStored()).toEqual({ firstName: 'Mere' });

  autosave.resolve(side);
  if (side === 'there') type({ firstName: taken.at(-1)?.['firstName'] ?? '' });
  await vi.runAllTimersAsync();
  expect(textsStored()).toEqual({ firstName: side === 'here' ? 'Anahera' : 'Mere' });
  expect(autosave.status.get().stage).toBe('saved');
});

test('of a draft that ended elsewhere, what is typed can be kept as a new one', async () => {
  changeElsewhere({ firstName: 'Aroha' });
  const { autosave, ids, type } = open();
  if (stored) stored = { ...stored, content: null, leadId: 'lead-1' };
  type({ firstName: 'Mere' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get()).toEqual({ stage: 'overtaken', by: { leadId: 'lead-1' } });

  stored = undefined;
  autosave.keepAsNew();
  await vi.runAllTimersAsync();
  expect([textsStored(), ids.length]).toEqual([{ firstName: 'Mere' }, 1]);
  expect(autosave.id).not.toBe('d');
  stored = undefined;
  type({ firstName: 'Ana' });
  await vi.runAllTimersAsync();
  expect(autosave.status.get()).toEqual({ stage: 'overtaken', by: { leadId: null } });
});
