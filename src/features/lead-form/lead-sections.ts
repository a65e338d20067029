import { useState, useEffect } from 'react';
import { useWatch } from 'react-hook-form';

import { brokerDetailNames } from '#contract/portal/new-lead/new-lead.ts';
import { addressPartNames } from '#contract/v1/addresses.ts';
import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import {
  isMainCountry,
  type MainCountry,
  countries,
  countryNamed,
  mainCountries,
  countryName,
} from '#contract/v1/countries.ts';
import { type LeadFieldName, leadFieldNames } from '#contract/v1/leads.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';
import {
  isAddressName,
  type LeadAddressName,
  type LeadFormValues,
} from '#src/forms/lead-values.ts';
import type { LeadForm } from '#src/forms/use-lead-form.ts';
import { likelyCountry, findPhoneCountry } from '#src/lib/values/phone-suggestions.ts';

/** A section of the form, with its fields in order. */
export type LeadFormSection = ReturnType<typeof open>;

/**
 * Returns the sections of the new lead form, most used first. The business section shows the
 * numbers of `country`; those of other countries are in a collapsed section. The contact can be
 * chosen if `canChooseContact`. The partner is always the user's own, so it has no field.
 */
export function leadSections(country: BusinessCountry, canChooseContact: boolean) {
  const isHere = (name: keyof typeof businessNumbers) => businessNumbers[name].country === country;
  return [
    open('Client', 'firstName', 'lastName', 'phone', 'email'),
    open('Business', 'companyName', 'tradingName', ...businessNumberNames.filter(isHere)),
    open(
      'Funding',
      'amountRequested',
      'loanPurpose',
      'averageMonthlyTurnover',
      'partnerLeadReferenceId',
      'suitableProducts',
    ),
    collapsed(
      'More about the client',
      'secondaryPhone',
      'secondaryEmail',
      'dateOfBirth',
      'citizenshipStatus',
      'homeOwner',
      'soleDirector',
      'driversLicenseNumber',
      'driverVersionNumber',
      'residentialAddress',
    ),
    collapsed(
      'More about the business',
      'industry',
      'industryCategory',
      'businessStartDate',
      'documentId',
      ...businessNumberNames.filter((name) => !isHere(name)),
      'businessAddress',
      'tradingAddress',
      'physicalAddress',
    ),
    collapsed(
      'Broker details',
      ...(canChooseContact ? (['brokerRepId'] as const) : []),
      ...brokerDetailNames,
    ),
    collapsed('Notes', 'notes', 'partnerNotes'),
  ];
}

const open = (title: string, ...names: LeadFieldName[]) => ({ title, names, isCollapsed: false });

/** Returns a section that is closed at first, because most leads leave it empty. */
function collapsed(title: string, ...names: LeadFieldName[]) {
  return { title, names, isCollapsed: true };
}

/** The country of a business, for its official numbers; `other` has none. */
type BusinessCountry = MainCountry | 'other';

/** The options for a business's country. */
export const businessCountries: readonly { value: BusinessCountry; label: string }[] = [
  ...mainCountries.map((code) => ({ value: code, label: countries[code].name })),
  { value: 'other', label: 'Another country' },
];

/** Returns the country that an address names as free text; undefined for an empty text. */
export function namedCountry(text: string): BusinessCountry | undefined {
  return text.trim() === '' ? undefined : chosenCountry(countryNamed(text));
}

/** Returns the country of a selected option. */
export function chosenCountry(code: string | undefined): BusinessCountry {
  return isMainCountry(code) ? code : 'other';
}

/**
 * Returns the country of the business, and whether it follows the client's phone: the selected
 * country, else the address's, else that of the phone, else the user's likely country. It is not
 * sent. A phone that is changed after a business number was filled in no longer counts: the fields
 * would change places.
 */
export function useBusinessCountry({ control }: LeadForm, drafted: string | null = null) {
  const [chosen, chooseCountry] = useState<BusinessCountry | undefined>(
    drafted === null ? undefined : chosenCountry(drafted),
  );
  const [ofPhone, setOfPhone] = useState<MainCountry>();
  const [written, phone, ...numbers] = useWatch({
    control,
    name: ['businessAddress.country', 'phone', ...businessNumberNames],
  });
  const next = phoneCountry(phone);
  if (next !== undefined && next !== ofPhone && numbers.every((number) => number.trim() === ''))
    setOfPhone(next);
  const country = chosen ?? namedCountry(written) ?? ofPhone ?? likelyCountry();
  const isOfPhone = country === ofPhone && chosen === undefined && country !== likelyCountry();
  return { country, chosen, chooseCountry, isOfPhone };
}

function phoneCountry(phone: string): MainCountry | undefined {
  const country = phoneRule(phone).error === undefined ? findPhoneCountry(phone) : undefined;
  return isMainCountry(country) ? country : undefined;
}

const addressNames = leadFieldNames.filter(isAddressName);
const otherParts = addressPartNames.filter((part) => part !== 'country');

/**
 * Decides which country each address of a form has: that of the business, as soon as another part
 * of the address is filled in, until the person changes or removes it.
 */
export class AddressCountries {
  readonly #filled = new Map<LeadAddressName, string>();
  readonly #touched = new Set<LeadAddressName>();

  /** Returns the countries to fill in or to remove. */
  follow(values: LeadFormValues, businessCountry: string) {
    return addressNames.flatMap((name) => {
      const address = values[name];
      const filled = this.#filled.get(name) ?? '';
      if (address.country !== filled) this.#touched.add(name);
      if (this.#touched.has(name)) return [];
      const isStarted = otherParts.some((part) => address[part].trim() !== '');
      const country = isStarted ? businessCountry : '';
      if (country === filled) return [];
      this.#filled.set(name, country);
      return [{ name, country }];
    });
  }
}

/** Keeps the countries of a form's addresses as {@link AddressCountries} decides. */
export function useAddressCountries(form: LeadForm, country: BusinessCountry): void {
  const [filler] = useState(() => new AddressCountries());
  const name = country === 'other' ? '' : countryName(country);
  useEffect(() => {
    const follow = (values: LeadFormValues) => {
      for (const filled of filler.follow(values, name))
        form.setValue(`${filled.name}.country`, filled.country, { shouldDirty: true });
    };
    follow(form.getValues());
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => follow(values),
    });
  }, [filler, form, name]);
}
