import { type ChangeEvent, useId } from 'react';

import { type Encoding, encodings } from '#contract/bulk-upload/parse-options.ts';
import { encodingGroups, encodingLabel } from '#src/bulk-upload/encodings/encoding-names.ts';
import type { Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { RadioGroup } from '#src/ui/form/choice-group.tsx';
import { PlainSelect } from '#src/ui/form/select.tsx';

import s from './bulk-uploads.module.css';

interface EncodingChoiceProps {
  recognition: Recognition;
  value: Encoding;
  onChange: (encoding: Encoding) => void;
}

/**
 * Selects the file's encoding, and shows an accented cell as each choice would decode it. If
 * several encodings are likely, their readings stand side by side.
 */
export function EncodingChoice({ recognition, value, onChange }: EncodingChoiceProps) {
  const id = useId();
  const { samples } = recognition;
  const likely = samples.filter(({ isLikely }) => isLikely).map(({ encoding }) => encoding);
  const toOption = (encoding: Encoding) => {
    const sample = samples.find((one) => one.encoding === encoding);
    const text = sample === undefined ? '' : `: “${sample.text}”`;
    return { value: encoding, label: `${encodingLabel(encoding)}${text}` };
  };
  function handleChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    const chosen = encodings.find((encoding) => encoding === target.value);
    if (chosen !== undefined) onChange(chosen);
  }
  const isUncertain = likely.length > 1;
  const groups = encodingGroups.map(({ label, byLanguages }) => ({
    label,
    options: Object.values(byLanguages)
      .flat()
      .filter((encoding) => !likely.includes(encoding))
      .map(toOption),
  }));
  return (
    <div className={s.encoding} data-uncertain={isUncertain || undefined}>
      {isUncertain && (
        <RadioGroup
          label="Read as: which shows names right?"
          options={likely.map(toOption)}
          chosen={[value]}
          onChange={handleChange}
        />
      )}
      <span className={`${s.encodingSelect} row`}>
        <label htmlFor={id}>{isUncertain ? 'More' : 'Read as'}</label>
        <PlainSelect
          id={id}
          options={[]}
          groups={[{ label: 'Likely', options: likely.map(toOption) }, ...groups].filter(
            ({ options }) => options.length > 0,
          )}
          value={value}
          onChange={handleChange}
        />
      </span>
    </div>
  );
}
