import { useQuery } from '@tanstack/react-query';

import { defaultUpstreamName } from '#contract/portal/upstream-name.ts';

import { sessionQuery } from './session.ts';

/** Returns what people call the existing service behind the portal, within a sentence. */
export function useUpstreamName(): string {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data?.upstreamName ?? defaultUpstreamName;
}
