import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import { type WaitingOn, waitingOnValues } from '#contract/v1/record-lists.ts';

/** A list to measure: its query, and its condition and order in SQL, without the reader’s own. */
export interface MeasuredList {
  readonly query: string;
  readonly where?: string;
  readonly order?: string;
  /** The readers it is measured for; all of them by default. */
  readonly readers?: readonly ReaderName[];
}

export const readerNames = ['support', 'admin', 'smallAdmin', 'broker'] as const;
/** The names of the readers. */
export type ReaderName = (typeof readerNames)[number];

const newest = 'created_at desc, id desc';

/** The columns that leads are ordered by, by the name of the order; null is no amount. */
const sortOptions = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  statusSinceDate: 'status_since',
  subStatusSinceDate: 'sub_status_since',
  lastActivityDate: 'coalesce(last_activity_at, created_at)',
};
const amount = (missing: string) => `coalesce(amount_requested, ${missing})`;
const byAmount = `${amount('-1')} desc, id desc`;

const either = (names: readonly string[]) => {
  const list = names.map((name) => `'${name}'`).join(', ');
  return `(status in (${list}) or sub_status in (${list}))`;
};
const whereWaitingOn = (on: WaitingOn) => {
  const { statuses, unless } = leadStatusesWaitingOn(on);
  return unless.length === 0 ? either(statuses) : `${either(statuses)} and not ${either(unless)}`;
};
const hasEnded = whereWaitingOn('nobody');
const isConverted = `(converted_deal_id is not null or status = 'Converted' or sub_status = 'Converted')`;
const isOpen = `not ${isConverted} and not ${hasEnded}`;

const ago = (days: number) => `now() - interval '${days} days'`;
const changedSince = (days: number) => `id in (
  select id from leads where created_at > ${ago(days)}
  union all select record_id from changes where at > ${ago(days)} and kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn'))`;
const hasWords = (...words: readonly string[]) =>
  words.map((word) => `search like '%${word}%'`).join(' and ');

/** Every order in both directions. */
export const orderedLists: readonly MeasuredList[] = [
  ...Object.entries(sortOptions).flatMap(([name, column]) => [
    { query: `sort=-${name}`, order: `${column} desc, id desc` },
    { query: `sort=${name}`, order: `${column}, id` },
  ]),
  { query: 'sort=-amountRequested', order: byAmount },
  { query: 'sort=amountRequested', order: `${amount('1e15')}, id` },
];

/** Every filter alone: values of many leads and of few. */
export const filteredLists: readonly MeasuredList[] = [
  // Values of three in ten leads, one in forty, one in a hundred and one in 50,000.
  ...['Closed', 'New', 'Cost', 'Loan amount too low'].flatMap((name) => [
    { query: `status=${name}`, where: `status = '${name}'` },
    { query: `subStatus=${name}`, where: `sub_status = '${name}'` },
  ]),
  { query: 'status=New&status=Cost', where: `status in ('New', 'Cost')` },
  ...waitingOnValues.map((on) => ({ query: `waitingOn=${on}`, where: whereWaitingOn(on) })),
  { query: 'outcome=open', where: isOpen },
  { query: 'outcome=converted', where: isConverted },
  { query: 'outcome=ended', where: `not ${isConverted} and ${hasEnded}` },
  { query: 'createdSince=P7D', where: `created_at >= ${ago(7)}` },
  { query: 'createdBefore=P600D', where: `created_at < ${ago(600)}` },
  { query: 'updatedSince=P1D', where: `updated_at >= ${ago(1)}` },
  { query: 'updatedSince=P30D', where: `updated_at >= ${ago(30)}` },
  { query: 'updatedBefore=P600D', where: `updated_at < ${ago(600)} and created_at < ${ago(600)}` },
  { query: 'statusSince=P1D', where: `status_since >= ${ago(1)}` },
  { query: 'statusBefore=P600D', where: `status_since < ${ago(600)} and created_at < ${ago(600)}` },
  { query: 'statusBefore=P14D', where: `status_since < ${ago(14)} and created_at < ${ago(14)}` },
  { query: 'changedSince=P1D', where: changedSince(1) },
  { query: 'changedSince=P7D', where: changedSince(7) },
  { query: 'changedSince=P90D', where: changedSince(90) },
  { query: 'hasAttachments=yes', where: 'has_attachments' },
  { query: 'hasAttachments=no', where: 'not has_attachments' },
  {
    query: 'bulkUploadId={upload}',
    where: `id in (select lead_id from bulk_upload_rows where upload_id = '{upload}')`,
  },
  { query: 'brokerId={partner}', where: `partner_id = '{partner}'`, readers: ['support'] },
  {
    query: 'brokerRepId={contact}',
    where: `contact_id = '{contact}'`,
    readers: ['support', 'admin', 'smallAdmin'],
  },
];

/** Typical pairs of filters, filters in another order, and searches with a filter. */
export const pairedLists: readonly MeasuredList[] = [
  { query: 'status=Cost&sort=-amountRequested', where: `status = 'Cost'`, order: byAmount },
  {
    query: 'subStatus=Cost&sort=-updatedAt',
    where: `sub_status = 'Cost'`,
    order: 'updated_at desc, id desc',
  },
  {
    query: 'subStatus=Loan amount too low&sort=-updatedAt',
    where: `sub_status = 'Loan amount too low'`,
    order: 'updated_at desc, id desc',
  },
  {
    query: 'waitingOn=partner&sort=statusSinceDate',
    where: whereWaitingOn('partner'),
    order: 'status_since, id',
  },
  { query: 'outcome=open&sort=-amountRequested', where: isOpen, order: byAmount },
  {
    query: 'outcome=open&updatedBefore=P30D',
    where: `${isOpen} and updated_at < ${ago(30)} and created_at < ${ago(30)}`,
  },
  { query: 'status=New&subStatus=Received', where: `status = 'New' and sub_status = 'Received'` },
  { query: 'status=New&createdSince=P30D', where: `status = 'New' and created_at >= ${ago(30)}` },
  {
    query: 'status=New&statusBefore=P14D',
    where: `status = 'New' and status_since < ${ago(14)} and created_at < ${ago(14)}`,
  },
  { query: 'hasAttachments=yes&status=New', where: `has_attachments and status = 'New'` },
  {
    query: 'hasAttachments=yes&sort=-lastActivityDate',
    where: 'has_attachments',
    order: `${sortOptions.lastActivityDate} desc, id desc`,
  },
  { query: 'changedSince=P7D&status=New', where: `${changedSince(7)} and status = 'New'` },
  {
    query: 'changedSince=P7D&sort=-updatedAt',
    where: changedSince(7),
    order: 'updated_at desc, id desc',
  },
  {
    query: 'changedSince=P90D&sort=-updatedAt',
    where: changedSince(90),
    order: 'updated_at desc, id desc',
  },
  {
    query: 'createdSince=P30D&sort=-amountRequested',
    where: `created_at >= ${ago(30)}`,
    order: byAmount,
  },
  {
    query: 'brokerId={partner}&sort=-amountRequested',
    where: `partner_id = '{partner}'`,
    order: byAmount,
    readers: ['support'],
  },
  {
    query: 'brokerRepId={contact}&status=New',
    where: `contact_id = '{contact}' and status = 'New'`,
    readers: ['support', 'admin', 'smallAdmin'],
  },
  {
    query: 'q=trading 4711&status=Closed',
    where: `${hasWords('trading', '4711')} and status = 'Closed'`,
  },
  { query: 'q=chloe&subStatus=Cost', where: `${hasWords('chloe')} and sub_status = 'Cost'` },
];

/** The numbers beside the statuses of the filter, under other filters. */
export const countedLists: readonly MeasuredList[] = [
  { query: '' },
  { query: 'createdSince=P30D', where: `created_at >= ${ago(30)}` },
  { query: 'waitingOn=partner', where: whereWaitingOn('partner') },
  { query: 'outcome=open', where: isOpen },
  { query: 'updatedSince=P1D', where: `updated_at >= ${ago(1)}` },
  { query: 'changedSince=P7D', where: changedSince(7) },
  { query: 'hasAttachments=yes', where: 'has_attachments' },
];

export const defaultOrder = newest;
