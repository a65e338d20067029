import { type PartnerWord, partnerWord } from '#contract/portal/waiting-on.ts';
import { useSession } from '#src/api/session.ts';

/** Returns what the signed-in user calls the partner that a contact's record waits for. */
export function usePartnerWord(contactId: string | undefined): PartnerWord {
  const { account, contact } = useSession();
  return partnerWord(account.role, contact !== null && contact.id === contactId);
}
