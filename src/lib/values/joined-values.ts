/** What exports of contacts, such as those of Google, write between several values of a cell. */
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
