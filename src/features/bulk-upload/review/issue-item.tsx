import { useState } from 'react';

import type { IssueGroup } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Select } from '#src/ui/form/select.tsx';

import s from './bulk-uploads.module.css';

interface IssueItemProps {
  issue: IssueGroup;
  /** Whether a change of many cells is running. */
  isBusy: boolean;
  onFix: (option: string | null) => void;
  onUndo: () => void;
  onShow: () => void;
}

type FixState = NonNullable<IssueGroup['fix']>;
type Option = FixState['options'][number];

/** Shows an issue: its number of cells, examples, and the actions on it. */
export function IssueItem({ issue, isBusy, onFix, onUndo, onShow }: IssueItemProps) {
  const { fix, title, advice, cells } = issue;
  const isFixed = fix !== null && fix.chosen !== null;
  const [selected, setSelected] = useState('');
  const option = fix ? optionOf(fix, selected) : undefined;
  return (
    <li className={s.issue} data-fixed={isFixed || undefined}>
      <div className={s.issueText}>
        <h3>
          {title}
          <span className={s.note}> {extentOf(issue, isFixed)}</span>
        </h3>
        {advice !== '' && <p className={s.note}>{advice}</p>}
        {fix && <FixText {...{ fix, option, cells }} />}
      </div>
      <div className={s.issueActions}>
        {fix && !isFixed && (
          <FixButton {...{ title, fix, selected, option, isBusy, onFix }} onSelect={setSelected} />
        )}
        {isFixed && (
          <Button
            size="small"
            aria-disabled={isBusy}
            aria-label={`Undo: ${title}`}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
        {cells > 0 && (
          <Button size="small" variant="plain" aria-label={`Show rows: ${title}`} onClick={onShow}>
            Show rows
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns how many cells an issue has, or had before the fix: "6 cells in phone, fixed". */
function extentOf({ fix, cells, column }: IssueGroup, isFixed: boolean): string {
  const number = isFixed && fix ? fix.cells : cells;
  const noun = column === null ? 'row' : 'cell';
  const where = column === null ? '' : ` in ${column}`;
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}${where}${isFixed ? ', fixed' : ''}`;
}

/** Returns the applied or selected option; undefined while none is selected. */
function optionOf({ options, question, chosen }: FixState, selected: string): Option | undefined {
  if (question === null) return options[0];
  return options.find(({ value }) => value === (chosen ?? selected));
}

interface FixTextProps {
  fix: FixState;
  option: Option | undefined;
  /** The number of cells that have the issue. */
  cells: number;
}

/** Says what a fix does and how many cells it cannot fix, with examples. */
function FixText({ fix, option, cells }: FixTextProps) {
  const isPartial = fix.chosen === null && option !== undefined && option.cells < cells;
  return (
    <>
      {fix.question === null && option?.label && <p className={s.note}>{option.label}.</p>}
      {isPartial && (
        <p className={s.note}>
          {count(option.cells)} of them can be fixed; the others must be entered again.
        </p>
      )}
      <Examples fix={fix} option={option} />
    </>
  );
}

/** Shows the first cells before and after the fix; only before, while no option is selected. */
function Examples({ fix, option }: { fix: FixState; option: Option | undefined }) {
  const examples = option?.examples ?? fix.options[0]?.examples ?? [];
  return (
    <ul className={s.examples}>
      {examples.map(({ row, before, after }) => (
        <li key={row}>
          <span className={s.note}>Row {count(row)}</span> <del>{before}</del>
          {option && (
            <>
              {' '}
              → <ins>{after}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FixButtonProps extends Pick<IssueItemProps, 'isBusy' | 'onFix'> {
  title: string;
  fix: FixState;
  /** The value of the selected answer, `''` while none is selected. */
  selected: string;
  option: Option | undefined;
  onSelect: (selected: string) => void;
}

/** Fixes all cells of an issue. If the fix has a question, it has to be answered first. */
function FixButton({ title, fix, selected, option, isBusy, onFix, onSelect }: FixButtonProps) {
  const { question, options, others, cells } = fix;
  // How many cells a further answer fixes is known once it is applied.
  const isOther = others.some(({ value }) => value === selected);
  const fixed = option?.cells ?? cells;
  const fixText = fixed === 1 ? 'Fix this row' : `Fix all ${count(fixed)}`;
  const buttonText = isOther ? 'Fix those that fit' : fixText;
  return (
    <>
      {question !== null && (
        <div className={s.question}>
          <Select
            label={question}
            empty="Choose"
            options={[
              ...options.map(({ value, label, cells: number }) => ({
                value,
                label: `${label} (${count(number)})`,
              })),
              ...others,
            ]}
            value={selected}
            onChange={({ target }) => onSelect(target.value)}
          />
        </div>
      )}
      <Button
        size="small"
        aria-disabled={isBusy || (!option && !isOther)}
        aria-label={`${buttonText}: ${title}`}
        onClick={() => onFix(option?.value || selected || null)}
      >
        {buttonText}
      </Button>
    </>
  );
}
