import { distance as countEdits } from 'fastest-levenshtein';

/**
 * A shorter name, such as `PORT`, is near to what other programs call theirs, such as `PORTS`;
 * one of ten letters or more has no neighbours even two edits away.
 */
const lengths = { examined: 7, twoEdits: 10 };

/**
 * Returns an error for each variable that has nearly the name of a setting, which would otherwise
 * be ignored silently. Variables of other programs have no error.
 */
export function findMisspelt(names: readonly string[], known: readonly string[]): string[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    const meant = isKnown.has(name) ? undefined : known.find((one) => isNear(name, one));
    return meant === undefined
      ? []
      : [`${name} is no setting: rename it to ${meant}, or remove it.`];
  });
}

function isNear(name: string, known: string): boolean {
  const longest = Math.max(name.length, known.length);
  if (known.length < lengths.examined || longest > known.length + 2) return false;
  const [typed, right] = [name.toUpperCase(), known];
  const edits = countEdits(typed, right);
  // Two letters that changed places are one slip.
  const isSwapped = edits === 2 && sortLetters(typed) === sortLetters(right);
  return (isSwapped ? 1 : edits) <= (known.length < lengths.twoEdits ? 1 : 2);
}

const sortLetters = (text: string): string => text.split('').toSorted().join('');
