import type { Home } from '#contract/portal/home.ts';

/** Numbers of nothing, by list. */
export const noRecords = { leads: 0, deals: 0 };

const noDays = { overdue: 0, today: 0, week: 0, later: 0, none: 0 };
/** A home page with nothing on it. */
export const emptyHome: Home = {
  todo: { records: [], ...noRecords, due: noDays, listed: noRecords },
  followUps: [],
  changed: {
    ...noRecords,
    since: '2026-11-20T16:10:00.000Z',
    isFirst: false,
    until: '',
    latest: [],
  },
  weeks: [{ from: '2026-11-16T00:00:00.000Z', converted: 0, others: 0 }],
  owners: [],
};
/** Returns the time this many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** A deal that waits for the partner by its status. */
export const waitingDeal: Home['todo']['records'][number] = {
  type: 'deal',
  id: 'd1',
  name: 'Kauri Joinery',
  amount: '310000.00',
  currency: null,
  status: 'Additional Info Required',
  subStatus: 'Pending info - with ISO',
  statusSinceDate: daysAgo(9),
  subStatusSinceDate: daysAgo(9),
  contact: 'Sam Tester',
  partner: null,
  stageTime: { median: 3 * 86_400_000, percentile90: 6 * 86_400_000 },
  since: daysAgo(9),
  request: null,
  otherRequests: 0,
  due: 'none',
  followUp: null,
  client: null,
};
/** Returns the part of a home page with these records, without days. */
export const todoOf = (...records: Home['todo']['records']) => ({
  todo: {
    records,
    leads: 0,
    deals: records.length,
    due: { ...noDays, none: records.length },
    listed: { leads: 0, deals: records.length },
  },
});
