import { type ChangeEvent, type ComponentProps, useState } from 'react';

import { Input } from '#src/ui/form/plain-controls.tsx';

interface SpacedInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  /** The typed text, without the spaces that are only shown. */
  value: string;
  /** Returns digits with spaces, and any other text unchanged. */
  space: (typed: string) => string;
  onType: (typed: string, isPasted: boolean) => void;
}

/** Returns whether text was pasted, not typed. */
export function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste';
}

/**
 * An input that shows digits in groups, which are not part of its value. Nothing moves while they
 * are edited: they are grouped again when the field is left.
 */
export function SpacedInput({ value, space, onType, onBlur, ...input }: SpacedInputProps) {
  const [edited, setEdited] = useState({ typed: value, shown: space(value) });
  const shown = edited.typed === value ? edited.shown : space(value);
  const isTyped = (each: string) => value.includes(each) || !shown.includes(each);

  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value.replaceAll(/[\s,]/g, (each) => (isTyped(each) ? each : ''));
    setEdited({ typed, shown: target.value });
    onType(typed, isPaste(nativeEvent));
  };

  return (
    <Input
      {...input}
      value={shown}
      onChange={handleChange}
      onBlur={(event) => {
        setEdited({ typed: value, shown: space(value) });
        onBlur?.(event);
      }}
    />
  );
}
