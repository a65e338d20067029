import { type ChangeEvent, useId, useState } from 'react';

import { encodings, type Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodingGroups, encodingLabel } from '#src/bulk-upload/encodings/encoding-names.ts';
import { isEncodingUncertain, type Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { RadioGroup } from '#src/ui/form/radio-group.tsx';

import s from './bulk-uploads.module.css';

interface EncodingChoiceProps {
  recognition: Recognition;
  value: Encoding;
  /** Whether the rows were read: then they are read again only when a button is pressed. */
  isRead: boolean;
  onChange: (encoding: Encoding) => void;
}

const title = 'Letters look wrong?';

/** The choice of the encoding: open where it has to be confirmed, else behind a button. */
export function EncodingChoice(props: EncodingChoiceProps) {
  const isQuestion = isEncodingUncertain(props.recognition) && !props.isRead;
  const [isOpen, setOpen] = useState(isQuestion);
  return (
    <div className={`${s.encoding} stack-small wrap-anywhere`}>
      {!isQuestion && (
        <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {title}
        </MoreButton>
      )}
      {isOpen && <Readings {...props} label={isQuestion ? `${title} Read as` : 'Read as'} />}
    </div>
  );
}

/** Shows cells as the likeliest encodings would decode them, and all others behind “More”. */
function Readings({
  recognition: { samples },
  value,
  isRead,
  onChange,
  label,
}: EncodingChoiceProps & { label: string }) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  const likely = samples.filter(({ isLikely }) => isLikely).map(({ encoding }) => encoding);
  const toOption = (encoding: Encoding) => {
    const sample = samples.find((one) => one.encoding === encoding);
    const text = sample === undefined ? '' : `: “${sample.text}”`;
    return { value: encoding, label: `${encodingLabel(encoding)}${text}` };
  };
  function handleChange({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
    const encoding = encodings.find((one) => one === target.value);
    if (encoding === undefined) return;
    setChosen(encoding);
    if (!isRead) onChange(encoding);
  }
  const groups = encodingGroups.map((group) => ({
    label: group.label,
    options: Object.values(group.byLanguages)
      .flat()
      .filter((encoding) => !likely.includes(encoding))
      .map(toOption),
  }));
  return (
    <>
      <RadioGroup
        label={label}
        options={likely.map(toOption)}
        chosen={[chosen]}
        onChange={handleChange}
      />
      <span className={`${s.encodingSelect} cluster`}>
        <label htmlFor={id}>More</label>
        <NativeSelect
          id={id}
          options={[]}
          groups={groups.filter(({ options }) => options.length > 0)}
          empty="Every other encoding"
          value={likely.includes(chosen) ? '' : chosen}
          onChange={handleChange}
        />
      </span>
      {isRead && (
        <Button
          size="small"
          aria-disabled={chosen === value}
          onClick={() => chosen !== value && onChange(chosen)}
        >
          Read again
        </Button>
      )}
    </>
  );
}
