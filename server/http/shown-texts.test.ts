import { expect, test } from 'vitest';

import { reply } from '#server/testing/fake-service.ts';
import { startInFrontOfFake } from '#server/testing/upstream-test-app.ts';

const written = JSON.stringify({
  id: 'x',
  fields: {
    firstName: 'Zo\u202Eë',
    lastName: 'Ka\u{E0041}uri',
    notes: '👩\u200D🔧 \\u202e\n\u007F',
  },
});
test.each([
  ['plainly', written],
  [
    'with escapes',
    written.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
])('format characters that the service writes %s are in no response', async (_how, text) => {
  const portal = await startInFrontOfFake(reply(200, text));
  const response = await fetch(`${portal.origin}/api/v1/lead/x`, {
    headers: portal.headers.program,
  });
  const fields = { firstName: 'Zoë', lastName: 'Kauri', notes: '👩\u200D🔧 \\u202e\n\u007F' };
  expect(await response.json()).toEqual({ id: 'x', fields });
  await portal.close();
});
