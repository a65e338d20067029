import { testNameShare } from '#src/testing/name-share.ts';

import { dealColumns } from './deal-type.tsx';

const sort = { by: 'createdAt', descending: true } as const;

testNameShare((role, amountsWidth) =>
  dealColumns({
    order: (by) => (by === sort.by ? { order: 'descending' } : {}),
    sort,
    role,
    amountsWidth,
  }),
);
