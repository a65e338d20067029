import { getCountries } from 'libphonenumber-js/max';

import { addressPartNames, addressParts, type AddressPart } from '#contract/v1/addresses.ts';
import { countryName } from '#contract/v1/countries.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { FieldGrid } from '#src/ui/form/field-grid.tsx';
import { FullWidth } from '#src/ui/form/full-width.tsx';

import { type LeadAddressName, partControl } from './lead-values.ts';
import { SuggestingInput } from './suggesting-input.tsx';
import { useLeadControl } from './use-lead-form.ts';

import s from './address-fieldset.module.css';

/**
 * The six parts of an address in one fieldset across the whole width. The server and the error
 * summary treat each part as a separate field.
 */
export function AddressFieldset({ name }: { name: LeadAddressName }) {
  return (
    <FullWidth>
      <fieldset className={s.address}>
        <legend className={s.legend}>{leadFields[name].label}</legend>
        <FieldGrid>
          {addressPartNames.map((part) => (
            <PartField key={part} name={name} part={part} />
          ))}
        </FieldGrid>
      </fieldset>
    </FullWidth>
  );
}

const countryNames = getCountries().map(countryName).toSorted();

function PartField({ name, part }: { name: LeadAddressName; part: AddressPart }) {
  const { input, shell, error, fix } = useLeadControl(partControl(name, part));
  return (
    <SuggestingInput
      {...input}
      label={addressParts[part].label}
      optional
      error={error}
      warning={shell.warning}
      suggestion={fix}
      suggestions={part === 'country' ? countryNames : undefined}
    />
  );
}
