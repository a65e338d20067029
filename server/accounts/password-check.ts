import type { FastifyRequest } from 'fastify';

import type { Db } from '#server/db/connect.ts';
import { clientNetwork } from '#server/plugins/client-network.ts';

import { isPassword } from './passwords.ts';
import { countAttempt, forgive } from './sign-in-failures.store.ts';

/**
 * Whether a password is the kept one, counting the wrong ones of an account and of an address.
 * @throws ApiError 429 when there were too many
 */
export async function checkPassword(
  db: Db,
  request: FastifyRequest,
  given: { email: string; password: string; kept: string | null },
): Promise<boolean> {
  const attempt = { email: given.email, address: clientNetwork(request.ip) };
  await countAttempt(db, attempt);
  const isRight = await isPassword(given.password, given.kept);
  if (isRight) await forgive(db, attempt);
  return isRight;
}
