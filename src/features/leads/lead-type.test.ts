import { testNameShare } from '#src/testing/name-share.ts';

import { leadColumns } from './lead-type.tsx';

const sort = { by: 'createdAt', descending: true } as const;

testNameShare((role, amountsWidth) =>
  leadColumns({
    order: (by) => (by === sort.by ? { order: 'descending' } : {}),
    sort,
    role,
    amountsWidth,
  }),
);
