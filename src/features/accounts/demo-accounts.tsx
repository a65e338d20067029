import { useQuery } from '@tanstack/react-query';

import type { DemoAccount } from '#contract/portal/sign-in.ts';
import { demoAccountsQuery } from '#src/api/account/sign-in.ts';

import { roleNames } from './role-names.ts';

import s from './accounts.module.css';

/** Lists the demo accounts in demo mode. Clicking an account fills the form. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const { data: accounts = [] } = useQuery(demoAccountsQuery);
  if (accounts.length === 0) return null;
  return (
    <section className={s.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demo accounts</h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={s.demoAccount} onClick={() => onChoose(account)}>
              <span className={s.demoEmail}>{account.email}</span>
              <span className={s.demoRole}>
                {[roleNames[account.role], account.partner].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
