import { useState } from 'react';
import { type BlockerFunction, NavigationType, useLocation, useSearchParams } from 'react-router';

import { randomKey } from '#src/lib/random.ts';
import { typeForPage } from '#src/lib/type-for-page.ts';

/** The draft that the page of a new lead edits. */
export type PageDraft = ReturnType<typeof useDraftId>;

/** The state of a navigation to the form of another lead. */
const another = 'another-lead';

/** The state of an entry of the history at which a draft was started. */
const startedHere = 'started-draft';

/**
 * Returns the draft that the page edits: the one of the address, or a new one. A draft that was
 * started here keeps its form when its id appears in the address.
 */
export function useDraftId() {
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
  /** The id under which the draft was started here: kept as a new one, the draft gets another. */
  const origin = origins.get(id) ?? id;
  /** Names a draft in the address once something is typed, so that Back and Forward find it. */
  const setStarted = (started: string) => {
    // Another navigation would stop the one that the user may have started.
    if (started === inAddress) return;
    if (started !== id) setOrigins((known) => new Map(known).set(started, origin));
    setParams({ draft: started }, { replace: true, preventScrollReset: true, state: startedHere });
  };
  /** Goes on to an empty form. */
  const renew = () => {
    typeForPage();
    setParams({}, { state: another });
  };
  /** Whether the draft was started at this entry of the history: perhaps it was never stored. */
  const isStartedHere = state === startedHere;
  return { id, isNew: id === own.id, isStartedHere, origin, setStarted, renew };
}

/** `locationKey`: the entry of the history at which the draft was started. */
const newDraft = (locationKey: string) => ({ id: randomKey(), wasInAddress: false, locationKey });

/** Returns whether a navigation leaves the draft of the address, and so discards its files. */
export const isLeavingDraft: BlockerFunction = (navigation) => {
  const { currentLocation, nextLocation, historyAction } = navigation;
  if (currentLocation.pathname !== nextLocation.pathname || nextLocation.state === another)
    return true;
  // Only a draft that was started just now replaces the address.
  return historyAction !== NavigationType.Replace && currentLocation.search !== nextLocation.search;
};
