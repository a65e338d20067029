import { v1 } from '#contract/v1/endpoints.ts';

/** A line for a terminal that lists the first leads; the shell puts the key in, and quotes keep `&` and `?` from it. */
export function curlLine(baseAddress: string): string {
  return `curl -H "Authorization: Bearer $API_KEY" "${baseAddress}${v1.listLeads.path}?page=1&pageSize=20"`;
}
