import { columnTarget } from '#contract/bulk-upload/column-targets.ts';
import {
  type RememberedChoices,
  rememberedLimits,
  type StoredChoices,
} from '#contract/bulk-upload/remembered-choices.ts';
import { columnsToRemember } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';

import type { Checked } from './stage.ts';

/** Where the choices of the partner's earlier files are stored. */
export interface ChoiceMemory {
  readonly read: () => Promise<StoredChoices>;
  readonly save: (choices: RememberedChoices) => Promise<void>;
}

/** How long a file waits for what is remembered, in milliseconds: it can be read without. */
const timeoutMs = 2_000;

/** Returns the targets that the partner assigned earlier; none if they can't be read in time. */
export async function readTargets(memory: ChoiceMemory | undefined): Promise<RememberedTargets> {
  if (memory === undefined) return new Map();
  const none: StoredChoices = { columns: [], answers: [] };
  const late = new Promise<StoredChoices>((resolve) => {
    setTimeout(() => resolve(none), timeoutMs);
  });
  const { columns } = await Promise.race([memory.read().catch(() => none), late]);
  const known = columns.map(({ header, target }) => [header, targetOf(target)] as const);
  return new Map(
    known.flatMap(([header, target]) => (target === undefined ? [] : [[header, target]])),
  );
}

/** Returns a target as it was stored; undefined if the template no longer has it. */
function targetOf(target: string | null): string | null | undefined {
  return target === null || columnTarget.safeParse(target).success ? target : undefined;
}

/** Has the targets and answers of a file remembered. A failure is ignored: only later files ask. */
export function rememberChoices(
  memory: ChoiceMemory | undefined,
  { recognition, parseOptions, choices, summary }: Checked,
  remembered: RememberedTargets,
): void {
  const columns = columnsToRemember(recognition.columns, parseOptions.columns, remembered);
  const questions = new Set(
    summary.issues.filter(({ fix }) => fix !== null && fix.question !== null).map(({ key }) => key),
  );
  const answers = choices.fixes.flatMap(({ issue, option }) =>
    option !== null && option !== '' && questions.has(issue) ? [{ issue, option }] : [],
  );
  if (columns.length + answers.length === 0) return;
  const max = rememberedLimits.inRequest;
  memory
    ?.save({ columns: columns.slice(0, max), answers: answers.slice(0, max) })
    .catch(() => undefined);
}
