/** Calling codes of one or two digits (ITU-T E.164). All others have three. */
const shortCodes = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Formats a phone in the service's form, `+61412345678`, in groups of three or four: `+61 412 345
 * 678`. Countries group their own numbers in many ways; this grouping needs no data. Returns any
 * other text unchanged.
 */
export function groupedPhone(text: string): string {
  if (!/^\+\d{7,15}$/.test(text)) return text;
  const code = shortCodes.exec(text)?.[0] ?? text.slice(0, 4);
  const rest = text.slice(code.length);
  // As many groups of three as possible, with only groups of four after them.
  const [, threes = rest, fours = ''] = /^((?:\d{3})*)((?:\d{4})*)$/.exec(rest) ?? [];
  const groups = [...threes.split(/(?=(?:\d{3})+$)/), ...fours.split(/(?=(?:\d{4})+$)/)];
  return [code, ...groups.filter(Boolean)].join(' ');
}
