/** No letter that is read as another or as a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes that {@link leadReference} needs. */
export const leadReferenceBytes = 12;

/**
 * A `partnerLeadReferenceId` for a lead that its partner gave none, such as `P-7K3F9Q-2M4XVB`: by it the lead is found again when
 * the answer to its submission was lost. Short enough to be read out; 60 random bits, so that no two are the same.
 */
export function leadReference(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, leadReferenceBytes), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  ).join('');
  return `P-${letters.slice(0, 6)}-${letters.slice(6)}`;
}
