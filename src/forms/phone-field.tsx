import { createContext, use, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { countryName, mainCountries } from '#contract/v1/countries.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';
import {
  type CountryCode,
  findPhoneCountry,
  internationalPhone,
  likelyCountry,
  likelyPhones,
  phoneCountryOptions,
  phonesWithin,
  phoneWarning,
  possiblePhone,
  withCountry,
} from '#src/lib/values/phone-suggestions.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';

import { type LeadFormValues, type LeadTextName, textControl } from './lead-values.ts';
import { useLeadControl } from './use-lead-form.ts';

import s from './phone-field.module.css';

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
  const isAmbiguous = readings.length > 1;
  const certain = isAmbiguous ? undefined : internationalPhone(input.value, country);
  const convert = () => certain !== undefined && replace(certain);
  const handleCountry = (value: string) => {
    const next = countries.find((one) => one.value === value)?.value ?? country;
    setChosen(next);
    onChosen(name, next);
    if (input.value.trim() !== '') replace(withCountry(input.value, next));
  };

  const suggestions = () => {
    const within = phonesWithin(input.value, chosen ? [chosen] : [likely, ...mainCountries]);
    const several = (isAmbiguous ? readings : within).map(({ phone, country: of }) =>
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
      error={error !== undefined && isAmbiguous ? severalCountries : joinErrors(error, warning)}
      warning={warning}
      suggestion={fix ?? (error === undefined ? [] : suggestions())}
    >
      {(control) => (
        <div className={`${s.countryAndNumber} stack-small`}>
          <Input {...input} {...control} type="tel" autoComplete="off" {...converting(convert)} />
          <NativeSelect
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

function joinErrors(error: string | undefined, more: string | undefined): string | undefined {
  return error === undefined || more === undefined ? error : `${error} ${more}`;
}

/** Returns the number as it will be shown, if it is valid and not written that way already. */
function readBack(text: string): string | undefined {
  const result = phoneRule(text);
  if (result.error !== undefined) return undefined;
  const shown = formatPhone(result.value);
  return shown === text.trim() ? undefined : shown;
}
