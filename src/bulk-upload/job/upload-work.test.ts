import { beforeEach, expect, test, vi } from 'vitest';

import { noChoices, type OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { Recognition } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import {
  exact,
  file,
  openedUpload,
  recognition,
  summary,
  upload,
} from '#src/testing/fake-upload.ts';

import { UploadWork } from './upload-work.ts';

const mac: ParseOptions = { ...exact, encoding: 'macintosh' };

/** Returns a fake sheet that records its calls. */
function fakeSheet(recognised: Recognition = recognition) {
  const sheet = {
    recognise: vi.fn(async () => recognised),
    read: vi.fn<Sheet['read']>(async () => ({
      summary,
      contentHash: upload.contentHash,
      notices: [],
    })),
    resume: vi.fn(async () => summary),
    edit: vi.fn(),
    duplicateKeys: vi.fn(async () => new Promise<never>(() => {})),
    close: vi.fn(),
  };
  return Object.assign(sheet, {} as Omit<Sheet, keyof typeof sheet>);
}

let opened: OpenedUpload;
let received: { method: string; address: string; body: unknown }[] = [];
let isDown = false;
let canSearchLeads = false;

async function serve(address: string, { method = 'GET', body }: RequestInit = {}) {
  if (isDown) throw new TypeError('no connection');
  received.push({ method, address, body: JSON.parse(typeof body === 'string' ? body : 'null') });
  if (method === 'POST') return Response.json(opened);
  return Response.json(method === 'PUT' ? noChoices : { edits: 1 });
}

function workOn(sheet: Sheet) {
  return new UploadWork({
    openSheet: () => sheet,
    context: async () => ({ partnerId: 'p1', contacts: [] }),
    canSearchLeads: () => canSearchLeads,
    onUploads: () => {},
  });
}

beforeEach(() => {
  opened = openedUpload;
  received = [];
  isDown = false;
  canSearchLeads = false;
  vi.stubGlobal('fetch', serve);
  vi.useFakeTimers();
});

test('an exact file is read by itself; one that is not waits for a word', async () => {
  const work = workOn(fakeSheet());
  await work.open(file);
  expect(work.stage()).toMatchObject({ at: 'checked', isResumed: false, summary });

  const other = workOn(fakeSheet({ ...recognition, isExact: false }));
  await other.open(file);
  expect(other.stage().at).toBe('file-issues');
  await other.readAs(mac);
  expect(other.stage()).toMatchObject({ at: 'checked', parseOptions: mac });
});

test('what a file is read with is there before it comes; an idle worker ends with the page', async () => {
  const sheets: ReturnType<typeof fakeSheet>[] = [];
  const openSheet = () => {
    sheets.push(fakeSheet());
    return sheets.at(-1)!;
  };
  const context = vi.fn(async () => ({ partnerId: 'p1', contacts: [] }));
  const read = vi.fn(async () => ({ columns: [], resolutions: [] }));
  const work = new UploadWork({
    openSheet,
    context,
    memory: { read, save: vi.fn() },
    canSearchLeads: () => false,
    onUploads: () => {},
  });
  const end = work.prepare();
  expect(context).toHaveBeenCalledOnce();
  expect(read).toHaveBeenCalledOnce();
  await work.open(file);
  end();
  expect(work.stage().at).toBe('checked');
  expect(sheets).toHaveLength(1);
  expect(sheets[0]!.close).not.toHaveBeenCalled();

  work.prepare()();
  expect(sheets).toHaveLength(2);
  expect(sheets[1]!.close).toHaveBeenCalled();
});

test('a file that was read in another way before is read so again, and taken up', async () => {
  const sheet = fakeSheet();
  opened = {
    ...opened,
    choices: { ...noChoices, parseOptions: mac, fixes: [{ issue: 'phone', option: 'AU' }] },
    edits: [{ row: 2, column: 'phone', text: '+61412345678' }],
    submittedRows: [[2, 2]],
  };
  const work = workOn(sheet);
  await work.open(file);
  expect(sheet.read.mock.calls.map(([parseOptions]) => parseOptions)).toEqual([exact, mac]);
  expect(sheet.resume).toHaveBeenCalledExactlyOnceWith(opened);
  expect(work.stage()).toMatchObject({ at: 'checked', isResumed: true, parseOptions: mac });
});

test('what was chosen when the file was checked comes back though the proposal is accepted', async () => {
  const sheet = fakeSheet({ ...recognition, isExact: false });
  opened = { ...opened, choices: { ...noChoices, parseOptions: mac } };
  const work = workOn(sheet);
  await work.open(file);
  await work.readAs(exact);
  expect(work.stage()).toMatchObject({ at: 'checked', isReadAgain: true, parseOptions: mac });
  await work.readAs(exact);
  expect(work.stage()).toMatchObject({ at: 'checked', isReadAgain: false, parseOptions: exact });
});

test('changes reach the service even after the file is left', async () => {
  const work = workOn(fakeSheet());
  await work.open(file);
  await vi.runAllTimersAsync();
  received = [];
  const edits = [{ row: 2, column: 'phone', text: '+61412345678' }];
  work.checked?.apply({ summary, edits, fixes: [] });
  work.checked?.choose({ contactId: 'c1' });
  work.leave();
  expect(work.isSaved).toBe(false);

  await vi.runAllTimersAsync();
  expect(work.isSaved).toBe(true);
  expect(received).toMatchObject([
    { method: 'PUT', body: { contactId: 'c1' } },
    { method: 'PATCH', body: { edits } },
  ]);
});

test('the service is asked about the file once, while its last rows are validated', async () => {
  const sheet = fakeSheet();
  const { contentHash } = upload;
  sheet.read.mockImplementationOnce(async (_reading, _context, onProgress) => {
    onProgress({ bytes: 2, rows: 1, contentHash });
    await vi.advanceTimersByTimeAsync(1);
    expect(received).toMatchObject([{ method: 'POST', body: { contentHash } }]);
    return { summary, contentHash, notices: [] };
  });
  const work = workOn(sheet);
  await work.open(file);
  expect(work.stage().at).toBe('checked');
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('while the service is down it is asked again, and it is said', async () => {
  isDown = true;
  const work = workOn(fakeSheet());
  const opening = work.open(file);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work.stage()).toMatchObject({ at: 'opening', connection: { since: expect.any(Number) } });
  isDown = false;
  await vi.advanceTimersByTimeAsync(15_000);
  await opening;
  expect(work.stage().at).toBe('checked');
});

test('shows at once that the service did not respond while the last rows were validated', async () => {
  isDown = true;
  const sheet = fakeSheet();
  const { contentHash } = upload;
  sheet.read.mockImplementationOnce(async (_reading, _context, onProgress) => {
    onProgress({ bytes: 2, rows: 1, contentHash });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { summary, contentHash, notices: [] };
  });
  const work = workOn(sheet);
  void work.open(file);
  await vi.advanceTimersByTimeAsync(100);
  expect(work.stage()).toMatchObject({ at: 'opening', connection: { since: expect.any(Number) } });
  work.leave();
});

test('a file that cannot be read on says why', async () => {
  const sheet = fakeSheet();
  sheet.read.mockRejectedValueOnce(new Error('The file has changed on disk.'));
  const work = workOn(sheet);
  await work.open(file);
  expect(work.stage()).toMatchObject({ at: 'broken', message: 'The file has changed on disk.' });
});

test('saves what this window shows before it submits, whatever another one chose', async () => {
  const work = workOn(fakeSheet());
  await work.open(file);
  work.checked?.choose({ contactId: 'c1' });
  await vi.runAllTimersAsync();
  received = [];
  void work.submit();
  await vi.advanceTimersByTimeAsync(1_000);
  work.leave();
  expect(received.map(({ address }) => address.split('/').at(-1)).slice(0, 2)).toEqual([
    'choices',
    'state',
  ]);
  expect(received[0]).toMatchObject({ body: { contactId: 'c1', parseOptions: exact } });
});

test('shows the notice about the first bytes of an exact file beside its rows', async () => {
  const notice = { advice: '' } as const;
  const ends = { ...notice, kind: 'line-ends', weight: 'info', title: 'Returns alone.' } as const;
  const other = { ...notice, kind: 'encoding', weight: 'info', title: 'From the rows.' } as const;
  const sheet = fakeSheet({ ...recognition, notices: [ends] });
  sheet.read.mockResolvedValueOnce({ summary, contentHash: upload.contentHash, notices: [other] });
  const work = workOn(sheet);
  await work.open(file);
  expect(work.stage()).toMatchObject({ at: 'checked', notices: [ends, other] });
});

test('the leads are searched by themselves once a file is checked, and rows can be submitted meanwhile', async () => {
  canSearchLeads = true;
  const work = workOn(fakeSheet());
  await work.open(file);
  expect(work.stage()).toMatchObject({ at: 'checked', leadSearch: { is: 'running' } });
  void work.submit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work.stage().at).toBe('submitting');
  work.leave();
});
