import { isSupportedCountry, Metadata, type NumberingPlan } from 'libphonenumber-js/min';

import { tidied } from './tidy-text.ts';

/** Countries a phone without a code is likely to be from: those of the specification's business numbers. */
export const likelyCountries: readonly string[] = ['AU', 'NZ', 'GB', 'SG'];

/** How the numbers of a country look. */
interface PhonePlan {
  readonly code: string;
  /** What is dialled before a number within the country: `0`. */
  readonly prefix: string;
  readonly national: RegExp;
}

/** What the library's plans tell and its declared type leaves out. */
type WholePlan = NumberingPlan & {
  callingCode(): string;
  nationalNumberPattern(): string;
  nationalPrefix(): string | undefined;
};

const metadata = new Metadata();
const plans = new Map<string, PhonePlan | undefined>();

/** Compiled once a country: the library's own parser takes a hundred times as long, and a file may hold a million phones. */
function planOf(country: string): PhonePlan | undefined {
  if (!plans.has(country)) plans.set(country, readPlan(country));
  return plans.get(country);
}

function readPlan(country: string): PhonePlan | undefined {
  if (!isSupportedCountry(country)) return undefined;
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as WholePlan;
  return {
    code: plan.callingCode(),
    prefix: plan.nationalPrefix() ?? '',
    national: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
  };
}

/** `+61`, where the country is known to have a calling code. */
export function callingCode(country: string): string | undefined {
  const plan = planOf(country);
  return plan && `+${plan.code}`;
}

/**
 * A phone without `+` as the contract wants it, where it is a real number: of the country its row names, else of the chosen one, else
 * with the code of one of the likely countries at its start.
 */
export function mendedPhone(
  text: string,
  chosen: string,
  ofRow: string | undefined,
): string | undefined {
  const digits = tidied(text).normalize('NFKC').replaceAll(/\D/g, '');
  for (const country of [ofRow, chosen]) {
    const plan = country === undefined ? undefined : planOf(country);
    const number = plan && (nationalNumber(digits, plan) ?? afterCode(digits, plan));
    if (number !== undefined) return number;
  }
  for (const country of likelyCountries) {
    const number = afterCode(digits, planOf(country)!);
    if (number !== undefined) return number;
  }
  return undefined;
}

function nationalNumber(digits: string, { code, prefix, national }: PhonePlan): string | undefined {
  const inner = digits.startsWith(prefix) ? digits.slice(prefix.length) : digits;
  const found = [inner, digits].find((number) => national.test(number));
  return found && `+${code}${found}`;
}

function afterCode(digits: string, plan: PhonePlan): string | undefined {
  return digits.startsWith(plan.code)
    ? nationalNumber(digits.slice(plan.code.length), plan)
    : undefined;
}
