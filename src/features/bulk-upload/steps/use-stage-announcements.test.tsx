import { render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { UploadStage } from '#src/bulk-upload/job/stage.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { useStageAnnouncements } from './use-stage-announcements.ts';

const header = 'firstName,lastName,companyName,phone';

async function announced(content: string | Uint8Array<ArrayBuffer>) {
  render(<Announcer />);
  const { rerender } = renderHook((stage: UploadStage) => useStageAnnouncements(stage), {
    initialProps: { at: 'nothing' },
  });
  const file = new File([content], 'june.csv');
  const recognised = await recognise(file);
  const { parseOptions } = recognised;
  rerender({ at: 'file-issues', file, recognition: recognised, parseOptions });
  return (text: string) => screen.findByText(text);
}

test.each([
  [
    'a doubt about the encoding',
    encodedText(`${header}\nKovačević,Smith,Engines,+61491570156\n`, 'windows-1250'),
    'It is not certain which encoding the file is in. Choose below how names look right.',
  ],
  [
    'other columns and semicolons',
    `${header.replaceAll(',', ';')};Shoe size\nAda;Lovelace;Engines;+61491570156;38\n`,
    'The file differs from the template. See details below.',
  ],
  ['what is no table', '%PDF-1.7', 'The file can’t be read. See details below.'],
])('%s is announced as what it is', async (_, content, text) => {
  const find = await announced(content);
  expect(await find(text)).toBeInTheDocument();
});
