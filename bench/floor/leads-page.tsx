import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import type { AccessToken } from '#contract/portal/accounts.ts';
import type { Lead } from '#contract/v1/lead-records.ts';

/** The access token, requested once. */
let token: Promise<AccessToken> | undefined;

async function json<Answer>(request: Promise<Response>): Promise<Answer> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  return (await response.json()) as Answer;
}

function leadsQuery(page: number) {
  return queryOptions({
    queryKey: ['leads', page],
    queryFn: async () => {
      token ??= json<AccessToken>(fetch('/portal/access-token', { method: 'POST' }));
      const { accessToken } = await token;
      const headers = { authorization: `Bearer ${accessToken}` };
      return json<Lead[]>(fetch(`/api/v1/lead?page=${page}&pageSize=20`, { headers }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The minimal page of leads: the product's columns and a button to the next page. */
export function LeadsPage() {
  const [search, setSearch] = useSearchParams();
  const page = Number(search.get('page') ?? 1);
  const { data: leads = [] } = useQuery(leadsQuery(page));
  return (
    <main>
      <h1>Leads</h1>
      <table>
        <thead>
          <tr>
            <th>Client</th>
            <th>Company</th>
            <th>Status</th>
            <th>Amount</th>
            <th>Contact</th>
            <th>Created</th>
            <th>Last activity</th>
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} />
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => setSearch({ page: String(page + 1) })}>
        Next page
      </button>
    </main>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function LeadRow({ lead: { fields, createdAt } }: { lead: Lead }) {
  return (
    <tr>
      <td>
        {fields.firstName} {fields.lastName}
      </td>
      <td>{fields.companyName}</td>
      <td>
        {fields.status} {fields.subStatus}
      </td>
      <td>{fields.amountRequested}</td>
      <td>
        {fields.brokerRep?.firstName} {fields.brokerRep?.lastName}
      </td>
      <td>{day.format(new Date(createdAt))}</td>
      <td>{fields.lastActivityDate && day.format(new Date(fields.lastActivityDate))}</td>
    </tr>
  );
}
