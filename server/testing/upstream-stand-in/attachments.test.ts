import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { callsWith } from './calls.ts';
import { seeded } from './records/seed-people.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

let standIn: StandIn;
let id: string;
beforeAll(async () => {
  standIn = await startStandIn();
  const { status, body } = await as('bea')('POST', '/lead', { fields: { lastName: 'Files' } });
  if (status !== 200) throw new Error(`The lead was not created: ${status}.`);
  ({ id } = body as { id: string });
});
afterAll(async () => standIn.close());

const as = (person: keyof typeof seeded) => callsWith(standIn.url, seeded[person].token);

function form(parts: Readonly<Record<string, string | Buffer>>): FormData {
  const made = new FormData();
  for (const [name, content] of Object.entries(parts))
    if (typeof content === 'string') made.append(name, content);
    else made.append(name, new Blob([new Uint8Array(content)]), 'upload');
  return made;
}
const file = (index: number, type: string, fileName: string, content = Buffer.from('bytes')) => ({
  [`attachments[${index}][type]`]: type,
  [`attachments[${index}][fileName]`]: fileName,
  [`attachments[${index}][file]`]: content,
});
const lead = () => ({ entityType: 'LEAD', entityId: id });

test('the response for one file is its record, with what arrived', async () => {
  const content = Buffer.alloc(3_000_000, 'a page of a statement ');
  const sent = form({ ...file(0, 'Bank Statements', 'june.pdf', content), ...lead() });
  const { status, body } = await as('bea')('POST', '/attachment', sent);
  expect(status).toBe(200);
  expect(Object.keys(body as object).toSorted()).toEqual([
    'createdAt',
    'createdBy',
    'fields',
    'id',
    'updatedAt',
    'updatedBy',
  ]);
  expect(body).toHaveProperty('fields', {
    fileName: 'june.pdf',
    type: 'Bank Statements',
    entityType: 'LEAD',
    entityId: id,
  });
  expect(await standIn.attachments()).toMatchObject([
    {
      id: (body as { id: string }).id,
      content: { size: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    },
  ]);
});

test('the response for several files is an array in the order of their indices', async () => {
  const sent = form({
    ...lead(),
    ...file(1, 'Proof of Identity or ID', 'licence.png'),
    ...file(0, 'Image', 'shop.png'),
  });
  expect(await as('ada')('POST', '/attachment', sent)).toMatchObject({
    status: 200,
    body: [{ fields: { fileName: 'shop.png' } }, { fields: { fileName: 'licence.png' } }],
  });
});

test.for<[string, (parts: Record<string, string | Buffer>) => void, number]>([
  ['no file', (parts) => delete parts['attachments[0][file]'], 400],
  ['no name', (parts) => delete parts['attachments[0][fileName]'], 400],
  ['a type that is none', (parts) => (parts['attachments[0][type]'] = 'Payslip'), 400],
  ['another kind of entity', (parts) => (parts['entityType'] = 'DEAL'), 400],
  ['a gap', (parts) => Object.assign(parts, file(2, 'Image', 'late.png')), 400],
  ['no such lead', (parts) => (parts['entityId'] = 'nothing'), 404],
])('an upload with %s stores nothing', async ([, spoil, status]) => {
  const before = (await standIn.attachments()).length;
  const parts = { ...lead(), ...file(0, 'Image', 'shop.png') };
  spoil(parts);
  expect(await as('bea')('POST', '/attachment', form(parts))).toMatchObject({
    status,
    body: { error: expect.any(String) as unknown },
  });
  expect(await standIn.attachments()).toHaveLength(before);
});

test('files can be attached only to leads that the caller can change', async () => {
  const sent = () => form({ ...lead(), ...file(0, 'Image', 'shop.png') });
  for (const person of ['sol', 'sam'] as const)
    expect(await as(person)('POST', '/attachment', sent())).toMatchObject({ status: 403 });
});
