import { useId } from 'react';

import { type Encoding, encodings } from '#contract/web/bulk-uploads.ts';
import type { Recognition } from '#src/csv/recognition.ts';
import { BareSelect } from '#src/ui/select.tsx';

import s from './bulk-uploads.module.css';

/** The encodings, in words. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'windows-1252': 'windows-1252 (Excel’s CSV)',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, low byte first',
  'utf-16be': 'UTF-16, high byte first',
  macintosh: 'Mac Roman',
};

interface EncodingChoiceProps {
  recognition: Recognition;
  value: Encoding;
  onChange: (encoding: Encoding) => void;
}

/** How the bytes become letters, with an accented cell of the file as each choice would read it. */
export function EncodingChoice({ recognition, value, onChange }: EncodingChoiceProps) {
  const id = useId();
  const options = encodings.map((encoding) => {
    const sample = recognition.samples.find((one) => one.encoding === encoding);
    const text = sample === undefined ? '' : `: “${sample.text}”`;
    return { value: encoding, label: `${encodingNames[encoding]}${text}` };
  });
  return (
    <span className={s.encoding}>
      <label htmlFor={id}>Read as</label>
      <BareSelect
        id={id}
        options={options}
        value={value}
        onChange={({ target }) => {
          const chosen = encodings.find((encoding) => encoding === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </span>
  );
}
