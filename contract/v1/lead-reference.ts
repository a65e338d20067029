/** Has no letters that are easily confused with another letter or with a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random bytes that {@link leadReference} needs. */
export const leadReferenceBytes = 12;

/**
 * Returns a `partnerLeadReferenceId`, such as `P-7K3F9Q-2M4XVB`, for a lead that has none. If the
 * response to the lead's submission is lost, the lead is found again by this reference. The
 * reference is short enough to be read aloud, and its 60 random bits make a collision unlikely.
 */
export function leadReference(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, leadReferenceBytes), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  ).join('');
  return `P-${letters.slice(0, 6)}-${letters.slice(6)}`;
}

/** Returns whether a text is a reference of the form that {@link leadReference} makes. */
export const isLeadReference = (text: string): boolean => /^P-[0-9A-Z]{6}-[0-9A-Z]{6}$/.test(text);
