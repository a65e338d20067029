import { getCountries } from 'libphonenumber-js/max';

import { addressPartNames, addressParts, type AddressPart } from '#contract/v1/addresses.ts';
import { countryName } from '#contract/v1/countries.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { FieldGrid, Wide } from '#src/ui/form/form-layout.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { partControl, type LeadAddressName } from './lead-paths.ts';
import { Suggestions } from './lead-text-field.tsx';
import { useLeadControl } from './use-lead-control.ts';

import s from './address-field.module.css';

/**
 * The six parts of an address in one fieldset across the whole width. The server and the error
 * summary treat each part as a separate field.
 */
export function AddressField({
  name,
  label,
}: {
  name: LeadAddressName;
  label?: string | undefined;
}) {
  return (
    <Wide>
      <fieldset className={s.address}>
        <legend className={s.legend}>{label ?? leadFields[name].label}</legend>
        <FieldGrid>
          {addressPartNames.map((part) => (
            <PartField key={part} name={name} part={part} />
          ))}
        </FieldGrid>
      </fieldset>
    </Wide>
  );
}

const countryNames = getCountries().map(countryName).toSorted();

function PartField({ name, part }: { name: LeadAddressName; part: AddressPart }) {
  const control = partControl(name, part);
  const { input, error, fix } = useLeadControl(control);
  const listId = part === 'country' ? `${control.path}-suggestions` : undefined;
  return (
    <div>
      <TextInput
        {...input}
        label={addressParts[part].label}
        optional
        autoComplete="off"
        list={listId}
        error={error}
        suggestion={fix}
      />
      {listId !== undefined && <Suggestions id={listId} texts={countryNames} />}
    </div>
  );
}
