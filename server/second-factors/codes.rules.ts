import { Secret, TOTP } from 'otpauth';

/** The codes that an account gets for when the phone is lost. */
const recoveryCodeCount = 10;

/** Returns a new secret of an authenticator app, in base 32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** Returns the address that an app scans to show the codes of a secret, under the portal’s name. */
export const appAddress = (secret: string, email: string, issuer: string) =>
  new TOTP({ issuer, label: email, secret }).toString();

/**
 * Returns the 30-second step, counted since 1970, that a code belongs to: the present one or,
 * because clocks differ, the one before or after. Returns undefined for any other code.
 */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const app = new TOTP({ secret });
  const timestamp = now.getTime();
  const delta = app.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : app.counter({ timestamp }) + delta;
}

/** Returns new recovery codes: 120 random bits each, in four groups. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ size: 15 }).base32.replaceAll(/.{6}(?!$)/g, '$&-'),
  );
}
