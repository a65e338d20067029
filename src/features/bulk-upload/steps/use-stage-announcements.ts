import { useEffect, useRef } from 'react';

import { completedRows, type UploadStage, type StageAt } from '#src/bulk-upload/job/stage.ts';
import { totalsText } from '#src/bulk-upload/job/upload-totals.ts';
import { rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { runLabels } from './submitting-step.tsx';

/**
 * Announces each new stage and each tenth of the submitted rows: often enough to follow progress,
 * without announcing every update.
 */
export function useStageAnnouncements(stage: UploadStage): void {
  const key = stageKey(stage);
  const announced = useRef(key);
  useEffect(() => {
    if (announced.current === key) return;
    const before = announced.current;
    announced.current = key;
    // Rows that no longer repeat leads are no new stage.
    if (before.startsWith('checked') && key === 'checked') return;
    const text = stageText(stage);
    if (text !== '') announce(text);
  }, [key, stage]);
}

function stageKey(stage: UploadStage): string {
  if (stage.at === 'checked') return repeatsLeads(stage) ? 'checked, repeats leads' : stage.at;
  if (stage.at !== 'submitting') return stage.at;
  const { read } = stage.totals;
  const tenth = read === 0 ? 0 : Math.floor((10 * completedRows(stage.totals)) / read);
  return `${stage.at} ${stage.run.is} ${tenth}`;
}

function stageText(stage: UploadStage): string {
  switch (stage.at) {
    case 'recognising':
      return `Opening ${stage.file.name}`;
    case 'file-issues':
      return fileIssuesText(stage);
    case 'reading':
      return 'Checking every row';
    case 'checked': {
      const { read, ready, invalid, duplicateLeads: repeats } = stage.summary;
      if (repeatsLeads(stage))
        return `${rows(repeats)} ${repeats === 1 ? 'matches' : 'match'} an existing lead; ${stage.choices.leaveOut.duplicateLeads ? 'left out, as you chose' : 'none is left out unless you choose to'}.`;
      const warnings = stage.notices.filter(({ weight }) => weight === 'warn');
      return [
        `All rows checked: ${count(read)} read, ${count(ready)} ready, ${count(invalid)} to fix.`,
        ...warnings.map(({ title }) => title),
      ].join(' ');
    }
    case 'submitting':
      return `${runLabels[stage.run.is]}. ${totalsText(stage.totals, stage.run.is !== 'paused')}`;
    case 'ended':
      return `The upload has ended. ${totalsText(stage.upload.totals)}`;
    default:
      return '';
  }
}

/** Returns what stops the file from being read, or what has to be decided before it is. */
function fileIssuesText({ recognition }: StageAt<'file-issues'>): string {
  const { notices } = recognition;
  if (notices.some(({ weight }) => weight === 'stop'))
    return 'The file can’t be read. See details below.';
  if (notices.some(({ weight }) => weight === 'fix'))
    return 'The file differs from the template. See details below.';
  return 'It is not certain which encoding the file is in. Choose below how names look right.';
}

/** Returns whether a search has found rows that repeat a lead. */
function repeatsLeads({ leadSearch, summary }: StageAt<'checked'>): boolean {
  return summary.duplicateLeads > 0 && (leadSearch.is === 'done' || leadSearch.is === 'running');
}
