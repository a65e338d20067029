import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, expectTypeOf, test } from 'vitest';

import { homeEndpoints } from '#contract/portal/home.ts';
import { requestEndpoints } from '#contract/portal/requests.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { endpointQuery, useChange } from './endpoint-query.ts';

test('two choices of the same setting are sent one after the other, so that the last one stays', async () => {
  const sent: { zone: string; succeed: () => void }[] = [];
  function Setting() {
    const { mutate } = useChange(
      { queryKey: ['setting'] },
      async (zone: string) =>
        new Promise<void>((resolve) => {
          sent.push({ zone, succeed: resolve });
        }),
    );
    return ['Sydney', 'Auckland'].map((zone) => (
      <button key={zone} type="button" onClick={() => mutate(zone)}>
        {zone}
      </button>
    ));
  }
  renderWithQueries(<Setting />);
  await userEvent.click(screen.getByRole('button', { name: 'Sydney' }));
  await userEvent.click(screen.getByRole('button', { name: 'Auckland' }));
  expect(sent.map(({ zone }) => zone)).toEqual(['Sydney']);
  await act(async () => sent[0]?.succeed());
  expect(sent.map(({ zone }) => zone)).toEqual(['Sydney', 'Auckland']);
});

test('a query says which records it depends on, and the id of its record', () => {
  const { meta: ofAll } = endpointQuery(homeEndpoints.readHome, ['home'], { records: ['deal'] });
  expect(ofAll).toEqual({ records: ['deal'] });
  const input = { params: { id: 'a' }, records: ['lead'] as const };
  const { meta: ofOne } = endpointQuery(requestEndpoints.listLeadRequests, ['requests'], input);
  expect(ofOne).toEqual({ records: ['lead'], id: 'a' });
  // @ts-expect-error without `records`, no change would ever read it again
  expectTypeOf(endpointQuery(homeEndpoints.readHome, ['home'], {})).toBeObject();
});
