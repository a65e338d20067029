import { createContext } from 'react';

import type { CountryCode } from '#src/lib/values/phone-suggestions.ts';

/** Called with the name of a phone, and the country that is chosen beside it. */
export const PhoneCountryChosen = createContext<(name: string, country: CountryCode) => void>(
  () => {},
);
