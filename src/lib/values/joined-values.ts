/** The separator of several values in a cell, in exports of contacts such as Google's. */
const joint = ':::';
/** No person has more phones; the values after these are left out. */
const maxValues = 20;

/** Returns whether an export joined several values in a text. */
export const isJoined = (text: string): boolean => text.includes(joint);

/** Returns the values that an export joined in a text; undefined if it joined none. */
export function joinedValues(text: string): readonly string[] | undefined {
  if (!isJoined(text)) return undefined;
  const values = text.split(joint, maxValues).map((value) => value.trim());
  return values.filter((value) => value !== '');
}
