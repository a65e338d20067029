import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { randomKey } from '#src/lib/random.ts';

/** The draft that the page of a new lead edits. */
export interface PageDraft {
  readonly id: string;
  /** Whether the draft began here and is not read from the service. */
  readonly isNew: boolean;
  /** The id under which the draft began here: it changes when a draft is kept as a new one. */
  readonly origin: string;
  /** Whether the draft was begun at this entry of the history: perhaps it was never stored. */
  readonly isBegunHere: boolean;
  /** Names a draft in the address once something is typed, so that Back and Forward find it. */
  readonly setBegun: (id: string) => void;
  /** Goes on to an empty form. */
  readonly renew: () => void;
}

/** The state of a navigation to the form of another lead. */
export const another = 'another-lead';

/** The state of an entry of the history at which a draft was begun. */
const begunHere = 'begun-draft';

/**
 * Returns the draft that the page edits: the one of the address, or a new one. A draft that began
 * here keeps its form when its id appears in the address.
 */
export function useDraftId(): PageDraft {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = params.get('draft');
  const [own, setOwn] = useState(() => newDraft(key));
  const [origins, setOrigins] = useState<ReadonlyMap<string, string>>(new Map());
  if (inAddress === own.id && !own.wasInAddress) setOwn({ ...own, wasInAddress: true });
  const isAnother = state === another && own.locationKey !== key;
  // The user came back to the address of an empty form, or asked for one.
  if (inAddress === null && (own.wasInAddress || isAnother)) setOwn(newDraft(key));
  const id = inAddress ?? own.id;
  const origin = origins.get(id) ?? id;
  const setBegun = (begun: string) => {
    // Another navigation would stop the one that the user may have started.
    if (begun === inAddress) return;
    if (begun !== id) setOrigins((known) => new Map(known).set(begun, origin));
    setParams({ draft: begun }, { replace: true, preventScrollReset: true, state: begunHere });
  };
  const renew = () => setParams({}, { state: another });
  const isBegunHere = state === begunHere;
  return { id, isNew: id === own.id, isBegunHere, origin, setBegun, renew };
}

/** `locationKey`: the entry of the history at which the draft began. */
function newDraft(locationKey: string) {
  return { id: randomKey(), wasInAddress: false, locationKey };
}
