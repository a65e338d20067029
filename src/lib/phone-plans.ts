import {
  getCountries,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
} from 'libphonenumber-js/max';

/** How the numbers of a country look and are dialled. */
export interface PhonePlan {
  /** The calling code, without its plus. */
  readonly code: string;
  /** What is dialled before a number within the country: `0`; empty where nothing is. */
  readonly prefix: string;
  /** Any number of the plan. */
  readonly national: RegExp;
  /** A number that a client or a contact can have: one that is called, and not one that is paid for by the minute. */
  readonly ordinary: RegExp;
  /** What is dialled there before the calling code of another country, whole. */
  readonly exitCode: RegExp;
}

/** What the library's plans tell and its declared type leaves out. */
type WholePlan = Omit<NumberingPlan, 'type'> & {
  type(name: string): { pattern(): string } | undefined;
  callingCode(): string;
  nationalNumberPattern(): string;
  nationalPrefix(): string | number | undefined;
  IDDPrefix(): string;
};

const metadata = new Metadata();
const plans = new Map<string, PhonePlan | undefined>();

/** Returns the plan of a country. Compiled once: the library's own parser takes a hundred times as long, and a file may hold a million phones. */
export function planOf(country: string): PhonePlan | undefined {
  if (!plans.has(country)) plans.set(country, readPlan(country));
  return plans.get(country);
}

function readPlan(country: string): PhonePlan | undefined {
  if (!isSupportedCountry(country)) return undefined;
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as WholePlan;
  const prefix = plan.nationalPrefix();
  return {
    code: plan.callingCode(),
    // Where there is none the library says 0 as a number.
    prefix: typeof prefix === 'string' ? prefix : '',
    national: new RegExp(`^(?:${plan.nationalNumberPattern()})$`),
    ordinary: new RegExp(`^(?:${ordinaryNumbers(plan)})$`),
    exitCode: new RegExp(`^(?:${plan.IDDPrefix()})$`),
  };
}

const ordinaryKinds = ['FIXED_LINE', 'MOBILE', 'TOLL_FREE', 'VOIP', 'UAN', 'PERSONAL_NUMBER'];

function ordinaryNumbers(plan: WholePlan): string {
  return ordinaryKinds.flatMap((kind) => plan.type(kind)?.pattern() ?? []).join('|');
}

/** The plans of all countries with a calling code. */
const byCode = new Map<string, PhonePlan[]>();
/** Every exit code in the world that begins with 00. */
let exitCodes: RegExp | undefined;

function readAllPlans(): RegExp {
  const patterns = new Set<string>();
  for (const country of getCountries()) {
    const plan = planOf(country)!;
    byCode.set(plan.code, [...(byCode.get(plan.code) ?? []), plan]);
    patterns.add(plan.exitCode.source);
  }
  return new RegExp([...patterns].join('|'));
}

/** Whether some country dials these digits before a calling code. */
export function isExitCode(digits: string): boolean {
  exitCodes ??= readAllPlans();
  return exitCodes.test(digits);
}

/** Returns the calling code at the start of digits that follow an exit code, and the plans of its countries. */
export function callingCodeAt(digits: string): readonly PhonePlan[] {
  exitCodes ??= readAllPlans();
  for (const length of [1, 2, 3]) {
    const found = byCode.get(digits.slice(0, length));
    if (found) return found;
  }
  return [];
}
