import { useId } from 'react';

import { type Encoding, encodings } from '#contract/bulk-upload/bulk-uploads.ts';
import { encodingGroups, encodingLabel } from '#src/bulk-upload/encodings/encoding-names.ts';
import type { Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { PlainSelect } from '#src/ui/form/select.tsx';

import s from './bulk-uploads.module.css';

interface EncodingChoiceProps {
  recognition: Recognition;
  value: Encoding;
  onChange: (encoding: Encoding) => void;
}

/** Selects the file's encoding, and shows an accented cell as each choice would decode it. */
export function EncodingChoice({ recognition, value, onChange }: EncodingChoiceProps) {
  const id = useId();
  const optionOf = (encoding: Encoding) => {
    const sample = recognition.samples.find((one) => one.encoding === encoding);
    const text = sample === undefined ? '' : `: “${sample.text}”`;
    return { value: encoding, label: `${encodingLabel(encoding)}${text}` };
  };
  return (
    <span className={s.encoding}>
      <label htmlFor={id}>Read as</label>
      <PlainSelect
        id={id}
        options={[]}
        groups={encodingGroups.map(({ label, encodings: offered }) => ({
          label,
          options: offered.map(([encoding]) => optionOf(encoding)),
        }))}
        value={value}
        onChange={({ target }) => {
          const chosen = encodings.find((encoding) => encoding === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </span>
  );
}
