import { emailRule } from '#contract/v1/rules/rules.ts';

import { tidyText } from './tidy-text.ts';

const betweenEmails = /[\s;,|/&]+(?:(?:and|or)\s+)?/i;

/** Returns the two different email addresses of a cell that contains nothing else. */
export function twoEmails(text: string): readonly [string, string] | undefined {
  const [first, second, ...more] = tidyText(text).split(betweenEmails).map(validEmail);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  return first.toLowerCase() === second.toLowerCase() ? undefined : [first, second];
}

function validEmail(text: string): string | undefined {
  const result = emailRule(text);
  return result.error === undefined ? result.value : undefined;
}
