import { isoDateText, decimalText, shownNumber } from './number-text.ts';

/** Attributes of a cell whose value is not its text. */
export interface CellValue {
  readonly type: string | undefined;
  readonly value: string | undefined;
  readonly currency: string | undefined;
  readonly repeat: number;
  readonly hasFormula: boolean;
}

/** Returns a cell as text: its value by its type, with anything else that its text shows. */
export function writeText({ type, value, currency }: CellValue, shown: string): string {
  switch (type) {
    case 'float':
      return Number.isFinite(Number(value)) && value ? numberText(Number(value), shown) : shown;
    case 'percentage':
      return value ? `${decimalText(Number(value) * 100)}%` : shown;
    case 'currency': {
      if (!value) return shown;
      const isDollar = /^\W*\$/.test(shown);
      return currency === undefined || isDollar
        ? numberText(Number(value), shown)
        : `${currency} ${decimalText(Number(value))}`;
    }
    case 'date':
      return value ? isoDateText(value) : shown;
    case 'time':
      return timeText(value) ?? shown;
    case 'boolean':
      return value === 'true' ? 'TRUE' : 'FALSE';
    default:
      return shown === '' ? (value ?? '') : shown;
  }
}

/** Returns a number with what its text shows beyond it, such as a currency or leading zeros. */
function numberText(value: number, shown: string): string {
  if (value < 0) return `-${numberText(-value, shown.replace(/[-−]/, ''))}`;
  const [digits = ''] = /\d(?:.*\d)?/.exec(shown) ?? [];
  // The separators are those of the writer's language: decimals are found by the value.
  const decimals = countDecimals(digits.replaceAll(/\D/g, ''), value);
  if (decimals === null) return digits === '' ? shownNumber(value, shown) : decimalText(value);
  const isGrouped = /^[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(digits);
  const isFormatted = decimals > 0 || isGrouped;
  return shownNumber(value, isFormatted ? shown.replace(digits, decimalText(value)) : shown);
}

/** Returns how many of the digits that are shown of a number are decimals; null if others are. */
function countDecimals(digits: string, value: number): number | null {
  const shown = digits.replace(/^0+(?=\d)/, '');
  for (let decimals = 0; decimals < digits.length; decimals += 1)
    if (String(Math.round(value * 10 ** decimals)) === shown) return decimals;
  return null;
}

const duration = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/;

/** Returns a time or duration such as `PT10H30M00S` as `10:30`. */
function timeText(value: string | undefined): string | undefined {
  const [, hours, minutes, seconds] = duration.exec(value ?? '') ?? [];
  if (hours === undefined) return undefined;
  return seconds === '00' ? `${hours}:${minutes}` : `${hours}:${minutes}:${seconds}`;
}
