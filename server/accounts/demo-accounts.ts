import type { DemoAccount } from '#contract/portal/sign-in.ts';

/**
 * The password of every demo account. Public: demo accounts exist on a laptop only (design, section
 * 4).
 */
export const demoPassword = 'demo-portal';

const account = (
  email: string,
  name: string,
  role: DemoAccount['role'],
  partner: string | null,
) => ({ email, password: demoPassword, name, role, partner });

/**
 * The accounts to try in demo mode. The demo data creates them; the sign-in page and the startup
 * message list them.
 */
export const demoAccounts: readonly DemoAccount[] = [
  account('broker@harbour.test', 'Bea Harper', 'broker', 'Harbour Finance'),
  account('admin@harbour.test', 'Ada Marsh', 'partner-admin', 'Harbour Finance'),
  account('broker@summit.test', 'Sol Ridge', 'broker', 'Summit Capital'),
  account('admin@summit.test', 'Ana Peak', 'partner-admin', 'Summit Capital'),
  account('support@portal.test', 'Sam Porter', 'support', null),
];

/** Why a database with demo accounts is rejected outside demo mode. */
export const demoAccountsError =
  'The database holds the demo accounts, whose password is public: it is only served in demo mode. Set DATA_DIR or DATABASE_URL to another one.';

/** The key of the operator in demo mode. Public, like the password. */
export const demoOperatorKey = { name: 'Demo CRM', key: 'pok_demo-portal' };
