import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { renderWithQueries } from '#src/testing/render.tsx';

import { useChange } from './endpoint-query.ts';

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
