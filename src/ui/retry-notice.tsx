import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  title: string;
  /** What a screen reader hears, once: the time that counts down is for the eye. */
  message: string;
  /** Until it can be tried again. */
  seconds: number;
}

/** Says that it is too early to try again, for how long, and when it no longer is. */
export function RetryNotice({ title, message, seconds }: RetryNoticeProps) {
  // As high in both states, so that nothing moves when the wait is over.
  if (seconds === 0) return <Notice title={title}>You can try again now.</Notice>;
  return (
    <Notice tone="wait" title={title}>
      <span className="visually-hidden">{message}</span>
      <span aria-hidden>Try again in {durationText(seconds)}.</span>
    </Notice>
  );
}

function durationText(seconds: number): string {
  const parts = [count(Math.floor(seconds / 60), 'minute'), count(seconds % 60, 'second')];
  return parts.filter((part) => part !== '').join(' ');
}

const count = (number: number, unit: string) =>
  number === 0 ? '' : `${number} ${unit}${number === 1 ? '' : 's'}`;
