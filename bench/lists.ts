import { fillWithManyLeads, type Readers } from '#server/testing/filled-database.ts';

import { type Bar, type Figure, quantile } from './figure.ts';
import { alternate } from './home.ts';
import { startServices } from './services.ts';
import type { Stage } from './stage.ts';

const leads = 1_000_000;
const rounds = 15;

/** A list: its query, and the bare SQL for its rows, without the reader's own condition. */
interface MeasuredList {
  readonly query: string;
  readonly where?: string;
  readonly order?: string;
}

const amount = (missing: string) => `coalesce(amount_requested, ${missing})`;

const lists: readonly MeasuredList[] = [
  { query: 'sort=createdAt', order: 'created_at, id' },
  ...Object.entries({
    updatedAt: 'updated_at',
    statusSinceDate: 'status_since',
    subStatusSinceDate: 'sub_status_since',
    lastActivityDate: 'coalesce(last_activity_at, created_at)',
  }).flatMap(([name, column]) => [
    { query: `sort=-${name}`, order: `${column} desc, id desc` },
    { query: `sort=${name}`, order: `${column}, id` },
  ]),
  { query: 'sort=-amountRequested', order: `${amount('-1')} desc, id desc` },
  { query: 'sort=amountRequested', order: `${amount('1e15')}, id` },
  { query: 'status=New', where: `status = 'New'` },
  { query: 'status=Cost', where: `status = 'Cost'` },
  { query: 'subStatus=Cost', where: `sub_status = 'Cost'` },
  {
    query: 'status=Cost&sort=-amountRequested',
    where: `status = 'Cost'`,
    order: `${amount('-1')} desc, id desc`,
  },
  {
    query: 'waitingOn=partner',
    where: `(status in ('With Broker', 'Wrong details') or sub_status in ('With Broker', 'Wrong details'))`,
  },
  { query: 'createdSince=P7D', where: `created_at >= now() - interval '7 days'` },
  { query: 'updatedSince=P1D', where: `updated_at >= now() - interval '1 day'` },
  { query: 'updatedBefore=P600D', where: `updated_at < now() - interval '600 days'` },
  { query: 'statusSince=P1D', where: `status_since >= now() - interval '1 day'` },
  { query: 'statusBefore=P600D', where: `status_since < now() - interval '600 days'` },
  {
    query: 'hasAttachments=yes',
    where: 'exists (select from attachments where lead_id = leads.id)',
  },
  {
    query: 'changedSince=P7D',
    where: `(created_at > now() - interval '7 days' or id in (select record_id from changes
      where at > now() - interval '7 days' and kind in ('changed', 'call', 'attached', 'file-changed', 'file-withdrawn')))`,
  },
];

/**
 * Measures page 1 of the list of leads in each order and with each filter, among a million leads,
 * for support, a partner admin with 400,000 leads and a broker with 10,000, in milliseconds per
 * request; the floor is a handler that runs the bare SQL for the same rows and their number.
 */
export async function measureLists(_stage: Stage): Promise<Figure[]> {
  const { database, start, serve, stop } = await startServices();
  try {
    console.log(`Creating ${leads} leads …`);
    const readers = await fillWithManyLeads(database, leads);
    const product = await serve('.cache/bench/product');
    const floor = await start('bench/floor/baseline-handler.ts', {});
    const figures: Figure[] = [];
    for (const list of lists)
      for (const [role, condition] of scopes(readers)) {
        const samples = await alternate(
          {
            url: `${product}/api/v1/lead?${list.query}`,
            headers: { authorization: `Bearer ${readers[role].apiKey}` },
          },
          { url: `${floor}/sql?${new URLSearchParams({ text: bareSql(list, condition) })}` },
          rounds,
        );
        figures.push({
          name: `GET /api/v1/lead?${list.query} as ${role}, median`,
          unit: 'ms',
          ...samples,
          quantile: 0.5,
          bar: barOf(samples),
        });
      }
    return figures;
  } finally {
    await stop();
  }
}

/**
 * Returns the bar: three times the floor. Where the floor takes next to nothing, the request itself
 * takes longer, and has a bar of its own.
 */
function barOf({ floor }: { floor: readonly number[] }): Bar {
  return quantile(floor, 0.5) < 10 ? { of: 'product', max: 30 } : { of: 'ratio', max: 3 };
}

/** Returns the condition of each reader's own leads. */
function scopes({ admin, broker }: Readers): [keyof Readers, string][] {
  return [
    ['support', 'true'],
    ['admin', `partner_id = '${admin.partnerId}'`],
    ['broker', `contact_id = '${broker.contactId}'`],
  ];
}

function bareSql({ where, order = 'created_at desc, id desc' }: MeasuredList, scope: string) {
  const condition = where === undefined ? scope : `${scope} and ${where}`;
  const total =
    where === undefined
      ? 'null'
      : `(select count(*) from (select from leads where ${condition} limit 10001) as counted)`;
  return `select *, ${total} as total from leads where ${condition} order by ${order} limit 20`;
}
