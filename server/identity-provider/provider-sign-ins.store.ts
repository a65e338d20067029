import { sql } from 'kysely';

import { stepLifetimeMs } from '#server/accounts/sign-in-steps.store.ts';
import { hashToken, newToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';

/** Stores that a browser begins to sign in by the provider. Returns its token and its verifier. */
export async function beginProviderSignIn(
  db: Db,
  { returnTo, sessionId }: { readonly returnTo: string; readonly sessionId: string | null },
) {
  const [token, verifier] = [newToken(), newToken()];
  await db
    .deleteFrom('provider_sign_ins')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('provider_sign_ins')
    .values({
      token_hash: hashToken(token),
      verifier,
      return_to: returnTo,
      session_id: sessionId,
      expires_at: sql<Date>`now() + make_interval(secs => ${stepLifetimeMs / 1_000})`,
    })
    .execute();
  return { token, verifier };
}

/** Returns what a browser began, once; undefined if there is nothing any more. */
export async function takeProviderSignIn(db: Db, token: string) {
  const taken = await db
    .deleteFrom('provider_sign_ins')
    .where('token_hash', '=', hashToken(token))
    .returning(['verifier', 'return_to', 'session_id'])
    .returning(sql<boolean>`expires_at > now()`.as('is_valid'))
    .executeTakeFirst();
  return taken?.is_valid ? taken : undefined;
}
