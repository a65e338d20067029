import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { LoadError } from '#src/lib/load-error.ts';

import { RecordLoadError } from './not-shown.tsx';

const forbidden: LoadError = {
  hasFailed: true,
  why: 'You don’t have access.',
  isNotFound: false,
  isForbidden: true,
  isTemporary: false,
  failedAt: 0,
  loadedAt: undefined,
  requestId: undefined,
  isRetrying: false,
  onRetry: () => {},
};

test.each([
  ['draft', 'This draft belongs to someone else', 'Only they can open it.'],
  ['lead', 'You don’t have access', 'If you need it, ask your partner admin.'],
] as const)('a %s without access says who can open it', (recordType, title, text) => {
  render(<RecordLoadError recordType={recordType} loadError={forbidden} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
});
