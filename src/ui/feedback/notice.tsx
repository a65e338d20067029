import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

import type { Tone } from '#src/ui/elements/badge.tsx';

import s from './notice.module.css';

export type NoticeTone = Exclude<Tone, 'neutral'>;

const icons: Record<NoticeTone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

interface NoticeProps {
  tone?: NoticeTone;
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
}

/**
 * A message in the flow of the page. A `danger` one interrupts screen readers, the others are
 * announced politely.
 */
export function Notice({ tone = 'info', title, children, actions }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={s.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden className={s.icon} />
      <div className={s.text}>
        <p className="bold">{title}</p>
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="cluster">{actions}</div>}
    </div>
  );
}

/** Says what failed, and why; nothing without an error. */
export function Failure({ title, error }: { title: string; error: Error | null | undefined }) {
  return (
    error && (
      <Notice tone="danger" title={title}>
        {error.message}
      </Notice>
    )
  );
}
