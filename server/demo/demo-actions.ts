import type { LeadCreateFields } from '#contract/v1/leads.ts';
import * as values from '#contract/v1/values.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';
import { insertDeal } from '#server/deals/deals.store.ts';
import { changedFields } from '#server/leads/leads.rules.ts';
import { insertLeads, updateLead } from '#server/leads/leads.store.ts';
import { type RecordTable, updateByOperator } from '#server/records/records.store.ts';

import { readAmounts, getCompanyName, makeLeadFields, getReference } from './demo-fields.ts';
import type { DemoRecord } from './demo-records.ts';
import type { Owner } from './seed-people.ts';

/** An action on a demo record, at a time. */
export interface DemoAction {
  readonly daysAgo: number;
  readonly run: (at: Date) => Promise<unknown>;
}

/** What the actions on a demo record have in common. */
export interface DemoSetting {
  readonly tx: Db;
  readonly record: DemoRecord;
  readonly owner: Owner;
  /** Of the member of support that leads are delegated to. */
  readonly supportId: string;
  /** Of the operator’s key. */
  readonly keyId: string;
  /** The ids of the lead and of the deal; empty until there is one. */
  readonly ids: Record<RecordTable, string>;
}

/** A status that a record gets, and the other columns that are set with it. */
interface Step {
  readonly status: string;
  readonly sub_status: string;
  readonly columns?: (at: Date) => object;
}

const splitStatus = (text: string) => {
  const [status = '', sub_status = ''] = text.split('/');
  return { status, sub_status };
};

/** Yields what happens to a lead: its creation, attempts to reach the client, its status, notes. */
export function* makeLeadActions(setting: DemoSetting): Generator<DemoAction> {
  const { tx, record, owner, ids } = setting;
  const { notes, ...first } = makeLeadFields(record);
  const created = Number(record.created);
  const end = Number(record.deal || record.since);
  const by = { created_by: owner.accountId, created_via: 'portal' } as const;
  yield {
    daysAgo: created,
    run: async (at) => {
      const creator = { partner_id: owner.partnerId, contact_id: owner.contactId, ...by };
      await insertLeads(tx, creator, [first], [{ id: ids.leads, createdAt: at, updatedAt: at }]);
    },
  };
  const attempts = Array.from({ length: Number(record.attempts) }, (_, index) =>
    splitStatus(`Attempting Contact/Attempting ${index + 1}`),
  );
  const { status, subStatus: sub_status } = values.convertedLeadStatus;
  const last = record.deal ? { status, sub_status } : splitStatus(record.status);
  const columns = (at: Date) => ({
    operator_fields: makeLeadColumns(setting, at),
    ...(ids.deals && { converted_deal_id: ids.deals }),
  });
  if (end > 0)
    yield* makeStepActions(setting, 'leads', [created, end], [...attempts, { ...last, columns }]);
  if (notes)
    yield {
      daysAgo: (created + end) / 2,
      run: async (at) => editLead(setting, at, { ...first, notes }),
    };
}

async function editLead({ tx, owner, ids }: DemoSetting, at: Date, fields: LeadCreateFields) {
  const by = { updated_at: at, updated_by: owner.accountId, updated_via: 'portal' } as const;
  await updateLead(tx, ids.leads, { fields: changedFields({}, fields), ...by });
}

/** Who has records at the lender. */
const internalBdmUser = { name: 'Jane Roe', phone: '+61255501234', email: 'jane.roe@lender.test' };

/** Returns the columns that the operator sets on a lead with its last status. */
function makeLeadColumns({ record, supportId }: DemoSetting, at: Date) {
  const support = { type: 'user', id: supportId };
  const link = `https://bank-data.test/${getReference(record)}`;
  if (record.form !== 'all') return { delegateTo: support };
  return {
    delegateTo: support,
    watchers: [support],
    internalBdmUser,
    leadSource: 'Referral',
    loanType: 'New',
    bankStatementsReceived: 'Yes',
    bankStatementsReceivedDate: at.toISOString(),
    bankStatementsVendorLink: link,
    provisoLinkPdf: `${link}.pdf`,
    applicationCompletedDate: at.toISOString(),
  };
}

/** Yields what happens to a deal: its creation, and each status on its path up to the last one. */
export function* makeDealActions(setting: DemoSetting): Generator<DemoAction> {
  const { tx, record, owner, keyId, ids } = setting;
  const isRenewal = record.deal === 'renewal';
  const begin = Number(isRenewal ? record.created : record.deal);
  const [amount, lastAmount] = readAmounts(record);
  const name = `${getCompanyName(record)}${isRenewal ? ' – renewal' : ''}`;
  const fields = makeDealFields(setting, isRenewal ? 'Renewal' : 'New');
  yield {
    daysAgo: begin,
    run: async (at) => {
      const { status, subStatus: sub_status } = values.newDealStatus;
      const deal = { partner_id: owner.partnerId, contact_id: owner.contactId, name, amount };
      const state = { ...deal, status, sub_status, operator_fields: fields };
      ids.deals = await insertDeal(tx, state, keyId, at);
    },
  };
  if (record.since === '') return;
  const parts = record.status.split(', ');
  const last = splitStatus(parts.at(-1) ?? '');
  const reached = splitStatus(parts[0] ?? '').status;
  const at = values.dealPath.findIndex((status) => status === reached);
  const passed = values.dealPath
    .slice(1, at + parts.length - 1)
    // The lender knows the client of a renewal.
    .filter((status) => !isRenewal || status !== 'Additional Info Required')
    .map((status) => ({ status, sub_status: values.dealSubStatuses[status][0] ?? '' }));
  const columns = (since: Date) => {
    const operator_fields = { ...fields, ...makeEndFields(last.status, lastAmount, since) };
    return { amount: lastAmount, operator_fields, search: dealSearchText(name, operator_fields) };
  };
  yield* makeStepActions(
    setting,
    'deals',
    [begin, Number(record.since)],
    [...passed, { ...last, columns }],
  );
}

/** Returns the fields that the operator sets on a new deal: few without an amount. */
function makeDealFields({ record, supportId }: DemoSetting, loanType: string) {
  const reference = getReference(record);
  return {
    customer: { id: newId(), name: getCompanyName(record) },
    partnerLeadReferenceId: reference,
    ...(record.amount !== '' && {
      watchers: [{ type: 'user', id: supportId }],
      internalBdmUser,
      callClientOrBroker: 'Call Client',
      loanType,
      callOnBehalfOf: 'The broker desk',
      bankStatementsVendorLink: `https://bank-data.test/${reference}`,
    }),
  };
}

/** Returns the fields that come with an end. The specification leaves their types open. */
function makeEndFields(status: string, amount: string | null, since: Date) {
  if (status === 'Declined') return { omDeclineReasons: 'Serviceability' };
  if (status !== 'Settled' || amount === null) return {};
  return {
    omAdvanceID: 'ADV-480217',
    omAdvanceType: 'Business Loan',
    omPrincipalAmount: amount,
    omPaybackAmount: (Number(amount) * 1.18).toFixed(2),
    omNumberOfPayments: 52,
    omTermDays: 364,
    omCollectionFrequency: 'Weekly',
    omDateFunded: since.toISOString().slice(0, 10),
    sfid: `0061${String(since.getTime()).slice(-8)}`,
  };
}

/**
 * Yields the statuses of a record, evenly spread between its creation and the last one, each a
 * change by the operator. Each attempt to reach a client is a call, and so is the start of a deal.
 */
function* makeStepActions(
  { tx, keyId, ids }: DemoSetting,
  table: RecordTable,
  [from, to]: readonly [number, number],
  steps: readonly Step[],
): Generator<DemoAction> {
  let calls = 0;
  for (const [index, { status, sub_status, columns }] of steps.entries()) {
    const isCall = /^(Attempting \d|Under Review)/.test(sub_status);
    if (isCall) calls += 1;
    const callsMade = calls;
    yield {
      daysAgo: to + ((from - to) * (steps.length - 1 - index)) / steps.length,
      run: async (at) => {
        const call = isCall ? { calls_made: callsMade, last_call_at: at } : {};
        const change = { status, sub_status, ...columns?.(at), ...call, updated_at: at };
        await updateByOperator(tx, table, { id: ids[table], keyId }, change);
      },
    };
  }
}
