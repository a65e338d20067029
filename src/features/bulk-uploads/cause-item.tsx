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

/** Cells that are wrong for one reason: how many, examples, and what can be done. */
export function CauseItem({ cause, isBusy, onMend, onUndo, onShow }: CauseItemProps) {
  const { mend, title, advice, cells, column } = cause;
  const isMended = mend !== null && mend.chosen !== null;
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
        {mend && !isMended && mend.cells < cells && (
          <p className={s.note}>
            {count(mend.cells)} of them can be mended; the others have to be typed again.
          </p>
        )}
        {mend && <Examples mend={mend} />}
      </div>
      <div className={s.causeActions}>
        {mend && !isMended && <MendButton {...{ title, mend, isBusy, onMend }} />}
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

function Examples({ mend }: { mend: Mending }) {
  return (
    <ul className={s.examples}>
      {mend.examples.map(({ row, before, after }) => (
        <li key={row}>
          <span className={s.note}>Row {count(row)}</span> <del>{before}</del> → <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Mends all, once the question is answered where there is one. */
function MendButton({
  title,
  mend,
  isBusy,
  onMend,
}: {
  title: string;
  mend: Mending;
  isBusy: boolean;
  onMend: (option: string | null) => void;
}) {
  const { question, options, cells } = mend;
  const [chosen, setChosen] = useState(question === null ? (options[0]?.value ?? '') : '');
  const isUnanswered = question !== null && chosen === '';
  const mended = options.find(({ value }) => value === chosen)?.cells ?? cells;
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
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
      )}
      <Button
        size="small"
        aria-disabled={isBusy || isUnanswered}
        aria-label={`Mend all ${count(mended)}: ${title}`}
        onClick={() => onMend(chosen === '' ? null : chosen)}
      >
        Mend all {count(mended)}
      </Button>
    </>
  );
}
