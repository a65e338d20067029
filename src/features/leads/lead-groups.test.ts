import { expect, test } from 'vitest';

import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { listNames } from '#src/features/records/page/record-section.tsx';

import { editableNames, leadGroups, recordGroup } from './lead-groups.ts';

const groups = [...leadGroups, recordGroup];

test('every field of a lead is in one group, once', () => {
  const shown = groups.flatMap(listNames);
  expect(shown.toSorted()).toEqual(Object.keys(leadResponseFields.shape).toSorted());
});

test('every field that can be sent can be edited, except the partner', () => {
  const editable = groups.flatMap(editableNames);
  expect(editable.toSorted()).toEqual(
    leadFieldNames.filter((name) => name !== 'brokerId').toSorted(),
  );
});
