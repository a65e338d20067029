import ClockAlert from 'lucide-react/icons/clock-alert';

import { dealWait } from '#contract/portal/deal-waits.ts';
import type { StageTime } from '#contract/portal/stage-times.ts';
import { type Wait } from '#contract/portal/waiting-on.ts';
import type { Deal } from '#contract/v1/deals.ts';
import { usePartnerWord } from '#src/features/records/partner-word.ts';
import { exactTime, shortTimeSince } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Amount } from '#src/ui/elements/amount.tsx';
import { Link } from '#src/ui/elements/button.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { UpdatedMark } from '#src/ui/elements/updated-mark.tsx';

import { dealName, otherCustomerName } from './deal-status.ts';

import s from './board.module.css';

interface BoardCardProps {
  deal: Deal;
  /** The wait that a request on it causes: it precedes the status. */
  asked: Wait | undefined;
  /** The addresses of the deals of the column, in order: neighbours on the page of the deal. */
  among: readonly string[];
  /** Whether the reader is support, who sees each deal's partner. */
  isSupport: boolean;
  /** The usual time in the column's status; null if it is not known. */
  stageTime: StageTime | null;
  /** Whether the deal changed just now. */
  isMarked: boolean;
  /** Whether Tab stops here: once in each column. */
  isTabStop: boolean;
  onFocus: () => void;
}

/** Shows one deal on the board; the whole card is the link to the deal. */
export function BoardCard(props: BoardCardProps) {
  const { deal, asked, among, isSupport, stageTime, isMarked, isTabStop, onFocus } = props;
  const { fields } = deal;
  const wait = asked ?? dealWait(fields);
  const isOnPartner = wait?.on === 'partner';
  const customer = otherCustomerName(deal);
  return (
    <Link
      to={paths.deal(deal.id)}
      state={{ among }}
      className={s.card}
      data-card
      data-marked={isMarked || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
    >
      <span className={s.line}>
        <strong className={s.name} translate="no">
          {dealName(deal)}
        </strong>
        {fields.amount !== '' && <Amount value={fields.amount} partnerId={fields.broker?.id} />}
      </span>
      {customer !== '' && (
        <span className={s.detail} translate="no">
          {customer}
        </span>
      )}
      {isSupport && fields.broker && (
        <span className={s.detail} translate="no">
          {fields.broker.name}
        </span>
      )}
      <span className={s.line}>
        <span className={isOnPartner && !isSupport ? s.yours : s.detail}>
          {asked ? 'Request' : fields.subStatus}
          {isOnPartner && <OnPartner contactId={fields.brokerRep?.id} />}
        </span>
        <InStatus since={fields.statusSinceDate} stageTime={stageTime} />
      </span>
      {isMarked && <UpdatedMark onEdge />}
    </Link>
  );
}

/** Says whom a contact's deal waits on: who "you" are depends on the reader. */
function OnPartner({ contactId }: { contactId: string | undefined }) {
  const partner = usePartnerWord(contactId);
  return (
    <>
      {' · '}
      <span className="visually-hidden">waiting on </span>
      {partner}
    </>
  );
}

/** Shows how long a deal has been in its status; longer than nine of ten deals stands out. */
function InStatus({ since, stageTime }: { since: string; stageTime: StageTime | null }) {
  const now = useNow();
  const words = shortTimeSince(since, now);
  if (words === '') return null;
  const isLate = stageTime !== null && now - Date.parse(since) > stageTime.percentile90;
  return (
    <time className={isLate ? s.late : s.since} dateTime={since} title={exactTime(since)}>
      <span className="visually-hidden">In status for </span>
      {isLate && <ClockAlert aria-hidden />}
      {words}
      {isLate && <span className="visually-hidden">, slower than 90%</span>}
    </time>
  );
}
