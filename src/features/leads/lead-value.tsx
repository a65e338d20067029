import { Link } from 'react-router';

import type { LeadAnswerFieldName } from '#contract/v1/leads.ts';
import { leadFields } from '#contract/v1/leads.ts';
import { dateOnly } from '#src/lib/dates.ts';
import { amount } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Time } from '#src/ui/time.tsx';

import { plainText } from './lead-text.ts';

import s from './lead.module.css';

const timestamps: ReadonlySet<string> = new Set<LeadAnswerFieldName>([
  'statusSinceDate',
  'subStatusSinceDate',
  'lastActivityDate',
  'lastCallDate',
]);
const days: ReadonlySet<string> = new Set<LeadAnswerFieldName>([
  'bankStatementsReceivedDate',
  'applicationCompletedDate',
]);

const ids: ReadonlySet<string> = new Set<LeadAnswerFieldName>(['brokerId', 'brokerRepId']);

interface LeadValueProps {
  name: string;
  /** What it is called, for the buttons beside it. */
  label: string;
  /** As the service sent it: mostly what the contract says, but anything is shown. */
  value: unknown;
}

/** One value of a lead, for reading: times as ages, amounts grouped, links to open and copy, anything else as it came. */
export function LeadValue({ name, label, value }: LeadValueProps) {
  const text = plainText(value);
  if (text === '') return null;
  if (timestamps.has(name)) return <Time value={text} />;
  if (ids.has(name)) return <span className={s.id}>{text}</span>;
  if (days.has(name)) return dateOnly(text);
  if (name === 'convertedDealId') return <Link to={paths.deal(text)}>Open the deal</Link>;
  if (isWebAddress(text)) return <WebAddress label={label} address={text} />;
  switch (inputKind(name)) {
    case 'email':
      return <a href={`mailto:${text}`}>{text}</a>;
    case 'phone':
      return <a href={`tel:${text}`}>{text}</a>;
    case 'number':
      return <span className="num">{amount(text)}</span>;
    case 'date':
      return dateOnly(text);
    default:
      return text;
  }
}

function inputKind(name: string): string | undefined {
  return Object.entries(leadFields).find(([one]) => one === name)?.[1].kind;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A link to pass on: opened in its own tab, or copied. */
function WebAddress({ label, address }: { label: string; address: string }) {
  return (
    <span className={s.webAddress}>
      <a href={address} target="_blank" rel="noreferrer" title={address}>
        Open link<span className="visually-hidden">: {label}</span>
      </a>
      <CopyButton value={address} label={`Copy ${label}`} iconOnly variant="plain" />
    </span>
  );
}
