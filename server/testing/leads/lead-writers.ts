import { setTimeout as wait } from 'node:timers/promises';

import { newId } from '#server/db/ids.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import type { HttpCall, HttpCaller } from '#server/testing/http-calls.ts';
import type { Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

/**
 * Creates leads of a person, changes them, attaches files and corrects or withdraws these, one
 * after the other, however often the service is killed: each request is sent again until it
 * succeeds. `onWritten` is called after each.
 */
export async function writeLeads(
  http: HttpCaller,
  person: Person,
  { operations, onWritten }: { operations: number; onWritten: () => void },
): Promise<void> {
  const send = async (call: HttpCall) => sendUntilDone(http, person, call);
  const ids: string[] = [];
  for (let operation = 0; operation < operations; operation += 1) {
    const id = ids.at(-(operation % 3) - 1) ?? '';
    if (operation % 4 === 0 || id === '') {
      const notes = `"Lead ${operation}", of\r\n${person.contactId}`;
      const created = await send(post('/api/v1/lead', { ...smallestLead, notes }));
      ids.push((JSON.parse(created) as { id: string }).id);
    } else if (operation % 4 === 3) {
      const file = JSON.parse(await send(await upload(id))) as { id: string };
      // Repeated after a lost response, the second one is 404: it is withdrawn already.
      const method = operation % 8 === 7 ? 'PATCH' : 'DELETE';
      await sendUntilDone(http, person, changeFile(method, file.id), [200, 404]);
    } else await send(change(id, operation));
    onWritten();
  }
}

const json = { 'content-type': 'application/json' };

function post(path: string, fields: object): HttpCall {
  const headers = { ...json, 'idempotency-key': newId() };
  return { method: 'POST', path, headers, body: JSON.stringify({ fields }) };
}

function change(id: string, operation: number): HttpCall {
  const notes = operation % 3 === 0 ? null : `Changed by ${operation}`;
  const fields = { notes, amountRequested: 5_000 + operation };
  return {
    method: 'PATCH',
    path: `/api/v1/lead/${id}`,
    headers: json,
    body: JSON.stringify({ fields }),
  };
}

/** Returns the call by which the person’s browser corrects or withdraws a file. */
function changeFile(method: 'PATCH' | 'DELETE', id: string): HttpCall {
  const body = method === 'PATCH' ? { headers: json, body: '{"type":"Image"}' } : {};
  return { method, path: `/portal/attachments/${id}`, ...body };
}

async function upload(leadId: string): Promise<HttpCall> {
  const file = { 'june.pdf': attachableFiles['statement.pdf'] };
  const { payload, contentType } = await multipart(uploadParts(leadId, file));
  const headers = { 'content-type': contentType, 'idempotency-key': newId() };
  return { method: 'POST', path: '/api/v1/attachment', headers, body: payload };
}

/**
 * Returns the body of the response.
 * @throws Error when the service rejects the request
 */
async function sendUntilDone(
  http: HttpCaller,
  person: Person,
  call: HttpCall,
  done: readonly number[] = [200],
): Promise<string> {
  const isBrowser = call.path.startsWith('/portal/');
  const headers = { ...call.headers, ...(isBrowser ? person.session : person.bearer) };
  for (;;) {
    const response = await http.call({ ...call, headers }).catch(() => undefined);
    if (response && done.includes(response.statusCode)) return response.body;
    const mayPass = !response || response.statusCode >= 500 || response.statusCode === 409;
    if (!mayPass) throw new Error(`${response.statusCode} ${response.body}`);
    await wait(50);
  }
}
