import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  title: string;
  /** What is announced to screen readers, once. The countdown is only visual. */
  message: string;
  /** The time until a retry is allowed, in seconds. */
  seconds: number;
}

/** Shows how long to wait before a retry is allowed, and then that it is. */
export function RetryNotice({ title, message, seconds }: RetryNoticeProps) {
  // The notice has the same height in both states, so that nothing moves when the wait is over.
  if (seconds === 0) return <Notice title={title}>You can try again now.</Notice>;
  return (
    <Notice tone="warning" title={title}>
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
