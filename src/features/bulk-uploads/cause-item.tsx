import { useState } from 'react';

import { count } from '#src/lib/numbers.ts';
import type { Cause } from '#src/sheet/sheet.ts';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/select.tsx';

import s from './bulk-uploads.module.css';

interface CauseItemProps {
  cause: Cause;
  /** A change of many cells runs. */
  isBusy: boolean;
  onMend: (option: string | null) => void;
  onUndo: () => void;
  onShow: () => void;
}

type Mending = NonNullable<Cause['mend']>;
type Option = Mending['options'][number];

/** Cells that are wrong for one reason: how many, examples, and what can be done. */
export function CauseItem({ cause, isBusy, onMend, onUndo, onShow }: CauseItemProps) {
  const { mend, title, advice, cells, column } = cause;
  const isMended = mend !== null && mend.chosen !== null;
  const [answer, setAnswer] = useState('');
  const option = mend ? optionOf(mend, answer) : undefined;
  const number = isMended ? mend.cells : cells;
  return (
    <li className={s.cause} data-mended={isMended || undefined}>
      <div className={s.causeText}>
        <h3>
          {title}
          <span className={s.note}>
            {' '}
            {countOf(number, column === null ? 'row' : 'cell')}
            {column !== null && ` in ${column}`}
            {isMended && ', mended'}
          </span>
        </h3>
        {advice !== '' && <p className={s.note}>{advice}</p>}
        {mend?.question === null && option?.label && <p className={s.note}>{option.label}.</p>}
        {option && !isMended && option.cells < cells && (
          <p className={s.note}>
            {count(option.cells)} of them can be mended; the others have to be typed again.
          </p>
        )}
        {mend && <Examples mend={mend} option={option} />}
      </div>
      <div className={s.causeActions}>
        {mend && !isMended && (
          <MendButton {...{ title, mend, option, isBusy, onMend }} onAnswer={setAnswer} />
        )}
        {isMended && (
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

const countOf = (number: number, noun: string) =>
  `${count(number)} ${number === 1 ? noun : `${noun}s`}`;

/** The option in force, or the one that the person chose; undefined: one is still to be chosen. */
function optionOf({ options, question, chosen }: Mending, answer: string): Option | undefined {
  if (question === null) return options[0];
  return options.find(({ value }) => value === (chosen ?? answer));
}

/** What becomes of the first cells; as long as that depends on an answer, the cells alone. */
function Examples({ mend, option }: { mend: Mending; option: Option | undefined }) {
  const examples = option?.examples ?? mend.options[0]?.examples ?? [];
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

interface MendButtonProps extends Pick<CauseItemProps, 'isBusy' | 'onMend'> {
  title: string;
  mend: Mending;
  option: Option | undefined;
  onAnswer: (answer: string) => void;
}

/** Mends all, once the question is answered where there is one. */
function MendButton({ title, mend, option, isBusy, onMend, onAnswer }: MendButtonProps) {
  const { question, options, cells } = mend;
  const mended = option?.cells ?? cells;
  return (
    <>
      {question !== null && (
        <div className={s.question}>
          <Select
            label={question}
            empty="Choose"
            options={options.map(({ value, label, cells: number }) => ({
              value,
              label: `${label} (${count(number)})`,
            }))}
            value={option?.value ?? ''}
            onChange={({ target }) => onAnswer(target.value)}
          />
        </div>
      )}
      <Button
        size="small"
        aria-disabled={isBusy || !option}
        aria-label={`Mend all ${count(mended)}: ${title}`}
        onClick={() => onMend(option?.value || null)}
      >
        Mend all {count(mended)}
      </Button>
    </>
  );
}
