/** Calling codes of one or two digits (ITU-T E.164); all others have three. */
const shortCodes = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * A phone as the service keeps it, `+61412345678`, in groups of three or four for reading: `+61 412 345 678`. Countries group
 * their own numbers in many ways; this needs no data. Any other text comes back as it is.
 */
export function groupedPhone(text: string): string {
  if (!/^\+\d{7,15}$/.test(text)) return text;
  const code = shortCodes.exec(text)?.[0] ?? text.slice(0, 4);
  const rest = text.slice(code.length);
  // As many groups of three as leave only groups of four.
  const [, threes = rest, fours = ''] = /^((?:\d{3})*)((?:\d{4})*)$/.exec(rest) ?? [];
  const groups = [...threes.split(/(?=(?:\d{3})+$)/), ...fours.split(/(?=(?:\d{4})+$)/)];
  return [code, ...groups.filter(Boolean)].join(' ');
}
