import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import { dealResponseFields } from '#contract/v1/deals.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { dealStatuses, dealSubStatuses, loanTypes } from '#contract/v1/values.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

type Fields = Readonly<Record<string, unknown>>;
type Step =
  | { readonly step: 'partner' | 'operator' | 'deal'; readonly fields: Fields }
  | { readonly step: 'convert' | 'call' | 'dealCall' | 'attach' | 'reassign' };

/** Returns some of the fields, each with one of its values or none. */
function someOf(fields: Readonly<Record<string, readonly unknown[]>>) {
  const values = Object.entries(fields).map(
    ([name, of]) => [name, fc.constantFrom(...of)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

const address = { addressLine1: '1 Quay St', city: 'Taupō' };
const texts = ['', null, 'Pūkeko & Co', '“Kauri”, 14'];
const users = [null, { type: 'user', id: 'u1' }, { type: 'user', id: 'u2' }];
const partnerFields = someOf({
  firstName: ['Mia', 'Zoë'],
  notes: [...texts, 'two\nlines'],
  tradingName: texts,
  email: [null, 'mia@moss.test'],
  amountRequested: [null, 0, 5_000, 7_000],
  suitableProducts: [null, [], ['LOC'], ['Business Loan', 'LOC']],
  businessAddress: [null, address, { ...address, city: 'Napier' }],
});
const operatorFields = someOf({
  status: leadStatuses.slice(0, 6),
  subStatus: leadStatuses.slice(4, 9),
  delegateTo: users,
  watchers: [null, [], users.slice(1)],
  loanType: [null, ...loanTypes],
  leadSource: ['Referral', 'Phone'],
  provisoLinkPdf: [null, 'https://bank-data.test/1.pdf'],
});
const dealFields = fc
  .tuple(
    fc.constantFrom(...dealStatuses),
    fc.nat(3),
    someOf({
      amount: [null, 0, 12_000.5],
      omTermDays: [null, 90, '120'],
      sfid: texts,
      watchers: users.slice(0, 1),
    }),
  )
  .map(([status, index, more]) => {
    const subStatuses = dealSubStatuses[status];
    return { status, subStatus: subStatuses[index % subStatuses.length], ...more };
  });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('partner'), fields: partnerFields }),
    fc.record({ step: fc.constant('operator'), fields: operatorFields }),
    fc.record({ step: fc.constant('deal'), fields: dealFields }),
    fc.record({ step: fc.constantFrom('convert', 'call', 'dealCall', 'attach', 'reassign') }),
  ),
  { minLength: 1, maxLength: 14 },
);

const empty: Readonly<Record<'lead' | 'deal', Fields>> = {
  lead: emptyResponse(leadResponseFields),
  deal: emptyResponse(dealResponseFields),
};
/** The owner, times that follow from entries, and what a lead has until the operator sets it. */
const notInHistory = new Set(
  'broker brokerId brokerRepId statusSinceDate subStatusSinceDate lastActivityDate leadSource bankStatementsUpdateLink applicationLink'.split(
    ' ',
  ),
);

describe.each(databases)('history on %s', (kind) => {
  let people: [ContactPerson, ContactPerson];
  let support: Person;
  let operator: Readonly<Record<string, string>>;
  const service = withService(kind);
  beforeAll(async () => {
    const { db } = service.database;
    const broker = await makePerson(db, 'broker');
    people = [broker, await makePerson(db, 'partner-admin', broker.partnerId)];
    support = await makePerson(db, 'support');
    operator = bearer(await makeOperatorKey(db));
  });

  const send = async (
    method: 'POST' | 'PATCH',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload: object,
  ): Promise<unknown> => {
    const response = await service.call(method, url, { headers, payload });
    expect(response.statusCode, `${method} ${url} ${response.body}`).toBe(200);
    return response.json();
  };

  /** Takes the steps on a new lead. Returns its id and that of its deal. */
  async function take(
    all: readonly Step[],
  ): Promise<{ leadId: string; dealId: string | undefined }> {
    const admin = people[1];
    const created = await send('POST', '/api/v1/lead', admin.bearer, { fields: smallestLead });
    const { id } = created as { id: string };
    let dealId: string | undefined;
    const lead = `/operator/v1/leads/${id}`;
    for (const [index, taken] of all.entries())
      switch (taken.step) {
        case 'partner':
          await send('PATCH', `/api/v1/lead/${id}`, admin.bearer, { fields: taken.fields });
          break;
        case 'reassign': {
          const brokerRepId = people[index % 2]?.contactId;
          await send('PATCH', `/api/v1/lead/${id}`, admin.bearer, { fields: { brokerRepId } });
          break;
        }
        case 'operator': {
          // A lead that became a deal stays Converted.
          const { status: _status, ...others } = taken.fields;
          const fields = dealId === undefined ? taken.fields : others;
          await send('PATCH', lead, operator, { fields });
          break;
        }
        case 'call':
          await send('POST', `${lead}/calls`, operator, {});
          break;
        case 'convert':
          if (dealId === undefined) {
            const converted = await send('POST', `${lead}/conversion`, operator, { fields: {} });
            ({ dealId } = converted as { dealId: string });
          }
          break;
        case 'attach': {
          const file = { 'june.pdf': attachableFiles['statement.pdf'] };
          const { payload, contentType } = await multipart(uploadParts(id, file));
          await send(
            'POST',
            '/api/v1/attachment',
            { ...admin.bearer, 'content-type': contentType },
            payload,
          );
          break;
        }
        default: {
          if (dealId === undefined) break;
          const deal = `/operator/v1/deals/${dealId}`;
          if (taken.step === 'deal') await send('PATCH', deal, operator, { fields: taken.fields });
          else await send('POST', `${deal}/calls`, operator, {});
        }
      }
    return { leadId: id, dealId };
  }

  /** Returns the values of a record after its history, from its first entry to its last. */
  async function applied(record: string): Promise<Fields> {
    const headers = support.session;
    const { entries } = (
      await service.call('GET', `/portal/${record}/history?pageSize=100`, { headers })
    ).json<HistoryPage>();
    const changes = entries.toReversed().flatMap((entry) => entry.changes);
    return Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  }

  it('applied from the first entry to the last gives the record', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { leadId, dealId } = await take(all);
        for (const [type, id] of [
          ['lead', leadId],
          ['deal', dealId],
        ] as const) {
          if (id === undefined) continue;
          const response = await service.as(people[1]).get(`/api/v1/${type}/${id}`);
          const { fields } = response.json<{ fields: Fields }>();
          const derived = Object.entries(fields).filter(([name]) => notInHistory.has(name));
          const history = await applied(`${type}s/${id}`);
          expect({ ...empty[type], ...Object.fromEntries(derived), ...history }).toEqual(fields);
        }
      }),
      { numRuns: 12 },
    );
  });
});
