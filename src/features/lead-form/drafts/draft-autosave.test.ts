import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import type { DraftVersion } from '#src/api/new-lead/drafts.ts';

import { DraftAutosave } from './draft-autosave.ts';
import { isAtRisk, unsavedDraft } from './draft-content.ts';

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
/** The contents of other drafts by id. */
const others = new Map<string, DraftContent>();
/** Whether each request goes on when the page is left. */
let keepalives: unknown[] = [];
let stop: (() => void) | undefined;

const failure = (status: number, code: string, fields?: Record<string, string>) =>
  Response.json({ error: 'No.', code, fields }, { status });

function respond(url: string, init: RequestInit): Response {
  const { body } = init;
  const { id = url.split('/').at(-1), content } = JSON.parse(
    typeof body === 'string' ? body : '{}',
  );
  return stored && id !== 'd' ? respondWithOther(id, content) : respondWithOwn(url, init, content);
}

function respondWithOwn(
  url: string,
  { method = 'GET', headers }: RequestInit,
  content: DraftContent,
): Response {
  if (method === 'GET' || (method === 'POST' && stored)) return respondWithDraft(url);
  const outcome = outcomes.shift();
  if (outcome === 'down') throw new TypeError('down');
  if (outcome instanceof Response) return outcome;
  if (!stored && method !== 'POST') return failure(404, 'not-found');
  if (stored?.leadId) return failure(409, 'draft-submitted');
  if (stored && new Headers(headers).get('if-match') !== `"${stored.version}"`)
    return failure(412, 'version-conflict');
  stored = { content, version: (stored?.version ?? 0) + 1, leadId: null };
  saves += 1;
  if (outcome === 'lost') throw new TypeError('lost');
  return respondWithDraft(url);
}

/** Keeps a draft beside the one of the form. */
function respondWithOther(id: string, content: DraftContent): Response {
  const outcome = outcomes.shift();
  if (outcome instanceof Response) return outcome;
  others.set(id, content);
  const all = { id, content, leadId: null, updatedAt: new Date(0).toISOString() };
  return Response.json(all, { headers: { etag: '"1"' } });
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
  others.clear();
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
  const loaded: DraftContent['texts'][] = [];
  const ids: string[] = [];
  const autosave = new DraftAutosave('d', {
    stored: version,
    initial: stored?.content ?? contentOf({}),
  });
  autosave.showForm({ onStarted: (id) => ids.push(id), onLoaded: (texts) => loaded.push(texts) });
  stop = () => autosave.end();
  return {
    autosave,
    loaded,
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

test('what was only sent elsewhere is no question, as nothing was typed there', async () => {
  changeElsewhere({ firstName: 'Aroha' });
  const { autosave, type } = open();
  stored = {
    content: { ...contentOf({ firstName: 'Aroha' }), rejections: 2 },
    version: 2,
    leadId: null,
  };
  type({ firstName: 'Mere' });
  await vi.runAllTimersAsync();
  expect(stored.content).toEqual({ ...contentOf({ firstName: 'Mere' }), rejections: 2 });
  expect(autosave.status.get().stage).toBe('saved');
});

test.each([
  ['here', { firstName: 'Anahera' }, { firstName: 'Aroha', phone: '1' }],
  ['there', { firstName: 'Aroha', phone: '1' }, { firstName: 'Anahera' }],
] as const)(
  'of a draft that was typed elsewhere too, one version goes on and the other is a draft: %s',
  async (side, chosen, aside) => {
    changeElsewhere({ firstName: 'Aroha' });
    const { autosave, loaded, type } = open();
    changeElsewhere({ firstName: 'Aroha', phone: '1' });
    type({ firstName: 'Ana' });
    await vi.runAllTimersAsync();
    expect(autosave.status.get().stage).toBe('overtaken');
    expect(isAtRisk(autosave.status.get())).toBe(true);

    const resolved = autosave.resolve(side);
    type({ firstName: 'Anahera' });
    await vi.runAllTimersAsync();
    await resolved;
    await vi.runAllTimersAsync();
    expect(textsStored()).toEqual(chosen);
    expect([...others.values()].map(({ texts }) => texts)).toEqual([aside]);
    expect(loaded).toEqual(side === 'there' ? [chosen] : []);
    expect(autosave.status.get().stage).toBe('saved');
  },
);

test('as long as the other version can’t be kept, nothing is decided', async () => {
  changeElsewhere({ firstName: 'Aroha' });
  const { autosave, loaded, type } = open();
  changeElsewhere({ firstName: 'Mere' });
  type({ firstName: 'Ana' });
  await vi.runAllTimersAsync();
  outcomes = [failure(409, 'too-many-drafts')];
  await expect(autosave.resolve('there')).rejects.toThrow('No.');
  expect([autosave.status.get().stage, loaded]).toEqual(['overtaken', []]);
  expect([textsStored(), autosave.content.texts]).toEqual([
    { firstName: 'Mere' },
    { firstName: 'Ana' },
  ]);
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
