import { useState } from 'react';

import { isLeadReference, leadReference, leadReferenceBytes } from '#contract/v1/leads.ts';
import { randomBytes } from '#src/lib/random.ts';

/**
 * Returns a prefilled lead reference, used if the upstream service is not known to handle repeated
 * requests safely: the reference finds the lead again after a lost response. The reference stays
 * the same while the form is mounted, unless it is renewed. `drafted`: the reference in the draft
 * that is opened.
 */
export function useFilledReference(isNeeded: boolean, drafted = '') {
  const [reference, setReference] = useState(() => {
    if (!isNeeded) return '';
    return isLeadReference(drafted) ? drafted : newReference();
  });
  /** Replaces the reference for another lead, and returns the new one. */
  const renew = () => {
    const next = newReference();
    setReference(next);
    return next;
  };
  return { reference, renew };
}

const newReference = (): string => leadReference(randomBytes(leadReferenceBytes));
