import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

/** A link to set a password that was just made. */
export interface MadeLink {
  readonly name: string;
  readonly email: string;
  /** null if it was sent by email. */
  readonly link: string | null;
}

/** Says that a link was sent, or shows it this once, to be passed on. */
export function LinkNotice({ name, email, link }: MadeLink) {
  if (link === null)
    return (
      <Notice tone="success" title={`Email sent to ${email}`}>
        {name} sets a password by the link in it, within 24 hours.
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={`Link for ${name}`}
      actions={<CopyButton value={link} label="Copy link" />}
    >
      Send it to {email} where nobody else can read it. It works once, within 24 hours, and can’t be
      shown again.
    </Notice>
  );
}
