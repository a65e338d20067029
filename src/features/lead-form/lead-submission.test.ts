import { expect, test } from 'vitest';

import { OutcomeUnknownError } from '#src/api/send-with-retry.ts';
import { ServiceError, type ServiceErrorCode } from '#src/api/service-error.ts';
import { toFormValues } from '#src/forms/lead-values.ts';

import {
  describeUnknown,
  isOutcomeOpen,
  isSuperseded,
  prepareSubmission,
  readFailure,
  reduceSubmission,
  type SubmissionEvent,
  type SubmissionState,
} from './lead-submission.ts';

const values = {
  ...toFormValues(),
  firstName: 'Morgan',
  lastName: 'Example',
  phone: '+61491570006',
  companyName: 'Fernbank Pty Ltd',
};
const submission = prepareSubmission('key-1', values);
const lead = { outcome: 'unknown', reference: 'P-1', sentAt: '2026-03-01T12:30:00Z' } as const;
const reported = 'No usable response.';

/** A state of each stage. */
const states = {
  idle: { stage: 'idle' },
  sending: { stage: 'sending', submission },
  retrying: { stage: 'retrying', submission, wasUndecided: false },
  retryingUndecided: { stage: 'retrying', submission, wasUndecided: true },
  unknown: { stage: 'unknown', submission },
  undecided: { stage: 'undecided', submission, lead, reported },
  looking: { stage: 'looking', submission, lead, reported },
} as const satisfies Readonly<Record<string, SubmissionState>>;
type StateName = keyof typeof states;
const names: readonly StateName[] = [
  'idle',
  'sending',
  'retrying',
  'retryingUndecided',
  'unknown',
  'undecided',
  'looking',
];
const sentNames = names.filter((name) => name !== 'idle');

const transitions: readonly (readonly [StateName, SubmissionEvent['type'], StateName])[] = [
  ['idle', 'sent', 'sending'],
  ['unknown', 'sent', 'unknown'],
  ['undecided', 'sent', 'looking'],
  ['sending', 'retried', 'retrying'],
  ['retrying', 'retried', 'retrying'],
  ['unknown', 'retried', 'retrying'],
  ['looking', 'retried', 'retryingUndecided'],
  ['retryingUndecided', 'retried', 'retryingUndecided'],
  ...sentNames.flatMap((from) => [
    [from, 'unknown', 'unknown'] as const,
    [from, 'undecided', 'undecided'] as const,
    [from, 'created', 'idle'] as const,
    [from, 'abandoned', 'idle'] as const,
    [from, 'key-reused', 'idle'] as const,
    [from, 'not-sent', 'idle'] as const,
    [from, 'rejected', 'idle'] as const,
  ]),
];

function toEvent(type: SubmissionEvent['type']): SubmissionEvent {
  if (type === 'sent') return { type, submission };
  return type === 'undecided' ? { type, lead, reported } : { type };
}

test.each(transitions)('%s, %s: %s', (from, type, to) => {
  expect(reduceSubmission(states[from], toEvent(type))).toEqual(states[to]);
});

test('a retry sends the first content, whatever the form holds', () => {
  const newer = prepareSubmission('key-2', { ...values, firstName: 'Mo' });
  const again = reduceSubmission(states.undecided, { type: 'sent', submission: newer });
  expect(again).toMatchObject({ submission });
});

test('an outcome is open from the first retry on', () => {
  const open = names.filter((name) => isOutcomeOpen(states[name]));
  expect(open).toEqual(['retrying', 'retryingUndecided', 'unknown', 'undecided', 'looking']);
});

test('newer content is next after a rejection, but the user decides after an undecided lead', () => {
  const superseded = (typed: typeof values) =>
    names.filter((name) => name !== 'undecided' && isSuperseded(states[name], typed));
  expect(superseded(values)).toEqual([]);
  expect(superseded({ ...values, firstName: 'Mo' })).toEqual(['sending', 'retrying', 'unknown']);
});

const withCode = (code: ServiceErrorCode, outcome?: 'unknown' | 'not-sent') =>
  new ServiceError(400, code, reported, outcome && { submission: { ...lead, outcome } });

test.each([
  ['sending', 'key-reused', withCode('idempotency-key-reused')],
  ['unknown', 'key-reused', withCode('idempotency-key-reused')],
  ['sending', 'unknown', new OutcomeUnknownError()],
  ['sending', 'undecided', withCode('upstream-failed', 'unknown')],
  ['looking', 'undecided', withCode('upstream-failed', 'unknown')],
  // The request is rejected before its key is looked at.
  ['sending', 'not-sent', withCode('not-signed-in')],
  ['unknown', 'unknown', withCode('not-signed-in')],
  ['sending', 'rejected', withCode('no-access')],
  ['retrying', 'unknown', withCode('no-access')],
  ['looking', 'unknown', withCode('upstream-key-missing')],
  ['sending', 'not-sent', withCode('upstream-unreachable', 'not-sent')],
  ['looking', 'not-sent', withCode('upstream-unreachable', 'not-sent')],
  ['sending', 'rejected', withCode('invalid-fields')],
  ['unknown', 'rejected', withCode('invalid-fields')],
  ['sending', 'rejected', new TypeError('A bug.')],
] as const)('an error while %s says %s', (stage, type, error) => {
  const failure = readFailure(error, states[stage]);
  expect(failure).toEqual(toEvent(type));
});

test('an error that leaves the outcome unknown says what that means, and keeps its details', () => {
  const unanswered = describeUnknown(new OutcomeUnknownError());
  expect(unanswered).toMatchObject({
    code: 'unreachable',
    message:
      'We don’t know whether your lead was submitted. Your work is safe. The service didn’t respond. Press Try again: you won’t get a duplicate lead.',
  });
  const undecided = withCode('upstream-failed', 'unknown');
  expect(describeUnknown(undecided)).toMatchObject({
    status: 400,
    code: 'upstream-failed',
    submission: lead,
    message: 'We don’t know whether your lead was submitted. Your work is safe.',
  });
  expect(undecided.message).toBe(reported);
  const signedOut = withCode('not-signed-in');
  expect(describeUnknown(signedOut)).toBe(signedOut);
});
