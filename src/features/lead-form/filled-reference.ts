import { useState } from 'react';

import { leadReference, leadReferenceBytes } from '#contract/lead-reference.ts';
import { randomBytes } from '#src/lib/random.ts';

/** A reference that the portal fills in, unless the person has one of their own. */
export interface FilledReference {
  /** Empty where none is needed. */
  readonly reference: string;
  /** Takes another one, for another lead. */
  readonly renew: () => string;
}

/**
 * A lead's reference, filled in where the service behind the portal is not known to take the same request twice without harm: by it the
 * lead is found again when an answer is lost. Fixed while the form lives, or until it is renewed.
 */
export function useFilledReference(isNeeded: boolean): FilledReference {
  const [reference, setReference] = useState(() => (isNeeded ? newReference() : ''));
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
