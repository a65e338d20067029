import { useEffect, useState } from 'react';

import { addressPartNames } from '#contract/v1/addresses.ts';
import { countryName } from '#contract/v1/countries.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { isAddressName, type LeadAddressName, type LeadFormValues } from '#src/forms/lead-paths.ts';
import type { LeadForm } from '#src/forms/use-lead-form.ts';

import type { BusinessCountry } from './use-business-country.ts';

const addressNames = leadFieldNames.filter(isAddressName);
const otherParts = addressPartNames.filter((part) => part !== 'country');

/** The country of an address to fill in. */
interface FilledCountry {
  readonly name: LeadAddressName;
  readonly country: string;
}

/**
 * Decides which country each address of a form has: that of the business, as soon as another part
 * of the address is filled in, until the person changes or removes it.
 */
export class AddressCountries {
  readonly #filled = new Map<LeadAddressName, string>();
  readonly #touched = new Set<LeadAddressName>();

  /** Returns the countries to fill in or to remove. */
  follow(values: LeadFormValues, businessCountry: string): FilledCountry[] {
    return addressNames.flatMap((name) => {
      const address = values[name];
      const filled = this.#filled.get(name) ?? '';
      if (address.country !== filled) this.#touched.add(name);
      if (this.#touched.has(name)) return [];
      const isBegun = otherParts.some((part) => address[part].trim() !== '');
      const country = isBegun ? businessCountry : '';
      if (country === filled) return [];
      this.#filled.set(name, country);
      return [{ name, country }];
    });
  }
}

/** Keeps the countries of a form's addresses as {@link AddressCountries} decides. */
export function useAddressCountries(form: LeadForm, country: BusinessCountry): void {
  const [countries] = useState(() => new AddressCountries());
  const name = country === 'other' ? '' : countryName(country);
  useEffect(() => {
    const follow = (values: LeadFormValues) => {
      for (const filled of countries.follow(values, name))
        form.setValue(`${filled.name}.country`, filled.country, { shouldDirty: true });
    };
    follow(form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => follow(values),
    });
  }, [countries, form, name]);
}
