import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { recordLists } from '#contract/v1/record-types.ts';

/** The columns of the lists, which the session says. In front of an existing service too. */
export const listColumnEndpoints = endpoints('session', roles, {
  chooseColumns: [
    'PUT /portal/list-columns',
    'Store which columns I chose for a list; none for the usual ones.',
    {
      body: z.strictObject({
        list: z.enum(recordLists),
        /** As in the address of the list: `status.company.phone`. */
        columns: z
          .string()
          .check(
            z.maxLength(2000),
            z.regex(/^([a-z]+(\.[a-z]+)*)?$/i, 'Send names of columns with a dot between them.'),
          ),
      }),
    },
  ],
});
