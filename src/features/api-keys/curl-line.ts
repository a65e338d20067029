import { v1 } from '#contract/v1/endpoints.ts';

/**
 * Returns a curl command that lists the first leads. The shell inserts the key; the quotes keep the
 * shell from interpreting `&` and `?`.
 */
export function curlLine(baseAddress: string): string {
  return `curl -H "Authorization: Bearer $API_KEY" "${baseAddress}${v1.listLeads.path}?page=1&pageSize=20"`;
}
