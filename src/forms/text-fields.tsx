import { type ComponentProps, type ReactNode, useState, use, createContext } from 'react';
import { useWatch } from 'react-hook-form';

import { countryName, mainCountries } from '#contract/v1/countries.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';
import { parseEmailText } from '#src/lib/values/contact-texts.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';
import {
  likelyCountry,
  findPhoneCountry,
  internationalPhone,
  likelyPhones,
  phoneCountryOptions,
  phonesWithin,
  phoneWarning,
  possiblePhone,
  withCountry,
  type CountryCode,
} from '#src/lib/values/phone-suggestions.ts';
import { FullWidth } from '#src/ui/form/field-grid.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { textControl, type LeadTextName, type LeadFormValues } from './lead-values.ts';
import { useLeadControl } from './use-lead-form.ts';

import s from './lead-text-field.module.css';

/**
 * Suggestions of the industry field: the sections of the UN's ISIC Rev. 5 in plain words. Any other
 * text is accepted too.
 */
const industries = [
  'Accommodation',
  'Administrative and support services',
  'Agriculture, forestry and fishing',
  'Arts, sports and recreation',
  'Construction',
  'Education',
  'Electricity and gas',
  'Financial and insurance services',
  'Food and beverage services',
  'Health care and social work',
  'Information technology',
  'Manufacturing',
  'Mining',
  'Other services',
  'Professional services',
  'Publishing and broadcasting',
  'Real estate',
  'Retail trade',
  'Telecommunications',
  'Transport and storage',
  'Water and waste management',
  'Wholesale trade',
] as const;

/** A typed field: text, notes or email. */
export function LeadTextField({ name, hint }: { name: LeadTextName; hint?: ReactNode }) {
  const field = leadFields[name];
  const { input, shell, error, fix, suggestion } = useLeadControl(textControl(name));
  const isEmail = field.kind === 'email';
  const emails = isEmail && error !== undefined ? parseEmailText(input.value) : undefined;
  const common = {
    ...input,
    ...shell,
    // An error says more than the hint does, so it replaces the hint.
    hint: error === undefined ? hint : undefined,
    suggestion: fix ?? emails?.addresses.map((address) => suggestion(address)),
  };
  if (field.kind === 'notes')
    return (
      <FullWidth>
        <TextArea {...common} />
      </FullWidth>
    );

  return (
    <SuggestingInput
      {...common}
      {...(isEmail && emailTyping)}
      suggestions={name === 'industry' ? industries : undefined}
    />
  );
}

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

/** Not `type="email"`, because browsers rewrite its text. */
const emailTyping = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/** Called with the name of a phone, and the country that is chosen beside it. */
export const PhoneCountryChosen = createContext<(name: string, country: CountryCode) => void>(
  () => {},
);

const countries = phoneCountryOptions();

/**
 * A phone number with a country select, to which the keyboard comes after it. When the field is
 * left, a certain number is visibly converted to `+` form; typing changes it back. A number with a
 * country code sets the country. Until a country is chosen, the field asks about a number that is
 * valid in several likely countries.
 */
export function PhoneField({ name }: { name: LeadTextName }) {
  const { input, shell, error, fix, suggestion, replace, converting } = useLeadControl(
    textControl(name),
  );
  const [chosen, setChosen] = useState<CountryCode>();
  const onChosen = use(PhoneCountryChosen);
  const firstPhone = useWatch<LeadFormValues, 'phone'>({ name: 'phone' });
  const [before] = useState(() => findPhoneCountry(input.value));
  // A second phone is likely from the country of the first one, a new one from that of the old.
  const likely =
    before ?? ((name === 'secondaryPhone' && findPhoneCountry(firstPhone)) || likelyCountry());
  const found = findPhoneCountry(input.value);
  const country = found ?? chosen ?? likely;
  const warning = phoneWarning(input.value, country);
  const readings = chosen === undefined ? likelyPhones(input.value, country) : [];
  const isAsked = readings.length > 1;
  const certain = isAsked ? undefined : internationalPhone(input.value, country);
  const convert = () => certain !== undefined && replace(certain);
  const handleCountry = (value: string) => {
    const next = countries.find((one) => one.value === value)?.value ?? country;
    setChosen(next);
    onChosen(name, next);
    if (input.value.trim() !== '') replace(withCountry(input.value, next));
  };

  const suggestions = () => {
    const within = phonesWithin(input.value, chosen ? [chosen] : [likely, ...mainCountries]);
    const several = (isAsked ? readings : within).map(({ phone, country: of }) =>
      suggestion(phone, `Use ${phone} (${countryName(of)})`),
    );
    if (several.length > 0) return several;
    const possible = chosen && possiblePhone(input.value, chosen);
    return possible === undefined ? [] : [suggestion(possible)];
  };

  return (
    <Field
      {...shell}
      hint={readBack(input.value)}
      error={error !== undefined && isAsked ? severalCountries : errorWords(error, warning)}
      warning={warning}
      suggestion={fix ?? (error === undefined ? [] : suggestions())}
    >
      {(control) => (
        <div className={`${s.countryAndNumber} stack-small`}>
          <Input {...input} {...control} type="tel" autoComplete="off" {...converting(convert)} />
          <PlainSelect
            aria-label={`${shell.label}: country`}
            options={countries}
            value={country}
            // Tab goes past it once the number says its country, which is typed as well as chosen.
            tabIndex={found !== undefined || certain !== undefined ? -1 : undefined}
            onChange={(event) => handleCountry(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

const severalCountries = 'This number could be from several countries. Choose one.';

function errorWords(error: string | undefined, more: string | undefined): string | undefined {
  return error === undefined || more === undefined ? error : `${error} ${more}`;
}

/** Returns the number as it will be shown, if it is valid and not written that way already. */
function readBack(text: string): string | undefined {
  const result = phoneRule(text);
  if (result.error !== undefined) return undefined;
  const shown = formatPhone(result.value);
  return shown === text.trim() ? undefined : shown;
}
