import { type ComponentProps, useState } from 'react';

import { TextInput } from '#src/ui/form/text-input.tsx';

/**
 * A free-text input whose suggestions, a `<datalist>`, are rendered once it is focused: those of a
 * country are hundreds.
 */
export function SuggestingInput({
  suggestions,
  ...input
}: ComponentProps<typeof TextInput> & { suggestions: readonly string[] | undefined }) {
  const [wasFocused, setWasFocused] = useState(false);
  const id = `${input.name}-suggestions`;
  return (
    <>
      <TextInput
        {...input}
        // The client is not the person at the keyboard, so the browser's own data don't apply.
        autoComplete="off"
        list={suggestions && id}
        onFocus={() => setWasFocused(true)}
      />
      {suggestions && wasFocused && (
        <datalist id={id}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
