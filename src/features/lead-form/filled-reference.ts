import { useState } from 'react';

import { isLeadReference, leadReference, leadReferenceBytes } from '#contract/v1/lead-reference.ts';
import { randomBytes } from '#src/lib/random.ts';

/** A reference that the portal fills in, unless the user enters one. */
export interface FilledReference {
  /** Empty if none is needed. */
  readonly reference: string;
  /** Replaces the reference for another lead, and returns the new one. */
  readonly renew: () => string;
}

/**
 * Returns a prefilled lead reference, used if the upstream service is not known to handle repeated
 * requests safely: the reference finds the lead again after a lost response. The reference stays
 * the same while the form is mounted, unless it is renewed. `drafted`: the reference in the draft
 * that is opened.
 */
export function useFilledReference(isNeeded: boolean, drafted = ''): FilledReference {
  const [reference, setReference] = useState(() => {
    if (!isNeeded) return '';
    return isLeadReference(drafted) ? drafted : newReference();
  });
  const renew = () => {
    const next = newReference();
    setReference(next);
    return next;
  };
  return { reference, renew };
}

function newReference(): string {
  return leadReference(randomBytes(leadReferenceBytes));
}
