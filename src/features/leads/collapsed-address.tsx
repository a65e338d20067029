import { get, useFormState, useWatch } from 'react-hook-form';

import { fullAddress } from '#contract/v1/addresses.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { LeadField } from '#src/forms/lead-field.tsx';
import { type LeadAddressName, type LeadFormValues } from '#src/forms/lead-paths.ts';
import { Wide } from '#src/ui/form/form-layout.tsx';

import s from './lead.module.css';

interface CollapsedAddressProps {
  name: LeadAddressName;
  /** Whether it is open at first. */
  isOpen: boolean;
}

/**
 * An address in a form of several: its parts are shown once it is opened, and the browser then
 * closes the others of the form. Closed, it says what it contains and whether it has an error.
 */
export function CollapsedAddress({ name, isOpen }: CollapsedAddressProps) {
  return (
    <Wide>
      {/* Not controlled: the browser, a link of the error summary and the user open and close it. */}
      <details name="addresses" open={isOpen} className={s.address}>
        <summary>
          <span>{leadFields[name].label}</span>
          <AddressNote name={name} />
        </summary>
        <LeadField name={name} />
      </details>
    </Wide>
  );
}

function AddressNote({ name }: { name: LeadAddressName }) {
  const parts = useWatch<LeadFormValues, LeadAddressName>({ name });
  const { errors } = useFormState<LeadFormValues>({ name });
  if (get(errors, name) !== undefined) return <span className={s.wrong}>Needs correcting</span>;
  return <span className={s.note}>{fullAddress(parts) || 'Not filled in'}</span>;
}
