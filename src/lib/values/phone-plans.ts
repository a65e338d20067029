import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
} from 'libphonenumber-js/max';

/** How a country's phone numbers look and are dialled. */
export interface PhonePlan {
  /** The calling code, without its plus. */
  readonly code: string;
  /**
   * The national prefix, dialled before a number within the country: `0`; empty if there is none.
   */
  readonly prefix: string;
  /** Matches any national number of the plan. */
  readonly national: RegExp;
  /**
   * Matches a number that a client or a contact can have: one that can be called and is not
   * premium-rate.
   */
  readonly ordinary: RegExp;
  /** The number of digits of the longest national number of a fixed line; 0 if there are none. */
  readonly maxFixedLineLength: number;
  /**
   * Matches a whole exit code: the digits dialled in this country before another country's calling
   * code.
   */
  readonly exitCode: RegExp;
}

/** A numbering plan with the methods that the library's declared type omits. */
type WholePlan = Omit<NumberingPlan, 'type'> & {
  type(name: string): { pattern(): string; possibleLengths(): number[] } | undefined;
  callingCode(): string;
  nationalNumberPattern(): string;
  nationalPrefix(): string | number | undefined;
  IDDPrefix(): string;
};

const metadata = new Metadata();
const plans = new Map<string, PhonePlan | undefined>();

/**
 * Returns the plan of a country; undefined for an unknown country. Each plan is compiled once: the
 * library's own parser is a hundred times slower, and a file may contain a million phones.
 */
export function findPlan(country: string): PhonePlan | undefined {
  if (!plans.has(country)) plans.set(country, readPlan(country));
  return plans.get(country);
}

function readPlan(country: string): PhonePlan | undefined {
  if (!isSupportedCountry(country)) return undefined;
  metadata.selectNumberingPlan(country);
  // The library's declared type lists only a part of its methods.
  const plan = metadata.numberingPlan as WholePlan;
  const prefix = plan.nationalPrefix();
  return {
    code: plan.callingCode(),
    // Without a national prefix, the library returns the number 0.
    prefix: typeof prefix === 'string' ? prefix : '',
    national: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    ordinary: new RegExp(`^(?:${ordinaryNumbers(plan)})$`),
    maxFixedLineLength: Math.max(0, ...(plan.type('FIXED_LINE')?.possibleLengths() ?? [])),
    exitCode: new RegExp(`^(?:${plan.IDDPrefix()})$`),
  };
}

const ordinaryKinds = ['FIXED_LINE', 'MOBILE', 'TOLL_FREE', 'VOIP', 'UAN', 'PERSONAL_NUMBER'];

function ordinaryNumbers(plan: WholePlan): string {
  return ordinaryKinds.flatMap((kind) => plan.type(kind)?.pattern() ?? []).join('|');
}

/** The plans of all countries, by calling code. */
const byCode = new Map<string, PhonePlan[]>();
/** Matches any country's exit code. */
let exitCodes: RegExp | undefined;

function readAllPlans(): RegExp {
  const patterns = new Set<string>();
  for (const country of phoneCountries) {
    const plan = findPlan(country);
    if (!plan) continue;
    byCode.set(plan.code, [...(byCode.get(plan.code) ?? []), plan]);
    patterns.add(plan.exitCode.source);
  }
  return new RegExp([...patterns].join('|'));
}

/** Returns whether these digits are an exit code of any country. */
export function isExitCode(digits: string): boolean {
  exitCodes ??= readAllPlans();
  return exitCodes.test(digits);
}

/**
 * Returns the plans of the countries whose calling code starts these digits, which follow an exit
 * code; empty if there are none.
 */
export function callingCodeAt(digits: string): readonly PhonePlan[] {
  exitCodes ??= readAllPlans();
  for (const length of [1, 2, 3]) {
    const found = byCode.get(digits.slice(0, length));
    if (found) return found;
  }
  return [];
}

/**
 * Returns a country's calling code, such as `+61`; undefined if the country has no known phone
 * plan.
 */
export function callingCode(country: string): string | undefined {
  const plan = findPlan(country);
  return plan && `+${plan.code}`;
}

/** The codes of all countries with a known phone plan. */
export const phoneCountries: readonly CountryCode[] = getCountries();
