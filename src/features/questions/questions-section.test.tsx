import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { Question } from '#contract/portal/questions.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { QuestionsSection } from './questions-section.tsx';
import { useAsking } from './use-asking.ts';

const open: Question = {
  id: 'q1',
  state: 'open',
  text: 'Is a trust deed needed?',
  by: 'Mia Moss',
  createdAt: '2026-03-01T10:00:00.000Z',
  answer: '',
  answeredAt: null,
};

/** Shows the questions about a deal. `respond` may answer a request in place of the list. */
function show(questions: readonly Question[], respond: (init: RequestInit) => Response | void) {
  const list = [...questions];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_address: string, init: RequestInit = {}) => {
      const response = respond(init);
      if (response) return response;
      if (init.method !== 'POST') return Response.json(list);
      const { text } = JSON.parse(init.body as string) as { text: string };
      list.unshift({ ...open, id: 'q2', text });
      return Response.json({ id: 'q2' });
    }),
  );
  const Shown = ({ hasButton = true }) => (
    <QuestionsSection record={{ type: 'deal', id: 'd1' }} asking={useAsking()} {...{ hasButton }} />
  );
  return Shown;
}
const nothing = () => {};
const ask = async () => screen.findByRole('button', { name: 'Ask the lender' });

test('a question is sent in place, once, also if it is sent again after a failure', async () => {
  const keys: (string | null)[] = [];
  const Shown = show([], ({ method, headers }) => {
    if (method !== 'POST') return undefined;
    keys.push(new Headers(headers).get('idempotency-key'));
    return keys.length === 1
      ? Response.json({ error: 'Try again.', code: 'internal' }, { status: 500 })
      : undefined;
  });
  renderPage(<Shown />, fakeSession('broker'));
  await userEvent.click(await ask());
  const field = screen.getByLabelText('Your question');
  expect(field).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Enter a question.')).toBeVisible();
  await userEvent.type(field, 'Who is the assessor?');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Not sent. Your question is still here.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const section = await screen.findByRole('region', { name: 'Questions' });
  within(section).getByText('Who is the assessor?');
  within(section).getByText('1 open');
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(await ask()).toHaveFocus();
  expect(screen.queryByLabelText('Your question')).toBeNull();
});

test('each question says whether it is answered, by whom it was asked, and what the lender says', async () => {
  const answered: Question = {
    ...open,
    id: 'q0',
    state: 'answered',
    by: null,
    answer: 'Only for a trust.',
    answeredAt: '2026-03-02T10:00:00.000Z',
  };
  const Shown = show([open, answered], nothing);
  renderPage(<Shown hasButton={false} />, fakeSession('support'));
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/^OpenMia Moss, .*Is a trust deed needed\?$/);
  expect(second).toHaveTextContent(
    /^Answered.*Is a trust deed needed\?The lender, .*Only for a trust\.$/,
  );
  expect(screen.getByText('1 open, 1 answered')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask the lender' })).toBeNull();
});

test('without a question there is only the button, and nothing if the form is cancelled', async () => {
  const Shown = show([], nothing);
  renderPage(<Shown />, fakeSession('broker'));
  await userEvent.click(await ask());
  expect(screen.getByRole('region', { name: 'Ask the lender' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(await ask()).toHaveFocus();
});

test('says what could not be loaded', async () => {
  const Shown = show([], () => Response.json({ error: 'No.', code: 'no-access' }, { status: 403 }));
  renderPage(<Shown />, fakeSession('broker'));
  expect(await screen.findByText('Couldn’t load the questions to the lender')).toBeVisible();
});
