import { sumCounts, type Todo } from '#contract/portal/home.ts';
import type { Notices } from '#contract/portal/notices.ts';
import { listsByType, typeLabels } from '#contract/v1/record-types.ts';
import type { Mail } from '#server/mail/mailer.ts';

/** The recipient of a notice, and which records it lists. */
interface NoticeRecipient {
  readonly email: string;
  readonly kind: Notices['kind'];
}

/** Returns the email about waiting records. It has no personal data but initials. */
export function writeNoticeMail(
  { email, kind }: NoticeRecipient,
  todo: Todo,
  publicUrl: string,
): Mail {
  const lines = todo.records.map(
    ({ type, id, name, request }) =>
      `${typeLabels[type]} ${getInitials(name)}, ${request ? 'a request' : 'next step'}: ${publicUrl}/${listsByType[type]}/${id}`,
  );
  const total = sumCounts(todo);
  return {
    to: email,
    subject:
      kind === 'daily'
        ? `${total} waiting for you in the partner portal`
        : 'New in the partner portal, waiting for you',
    text: [
      ...lines,
      `All ${total}: ${publicUrl}/home`,
      `To change these emails: ${publicUrl}/profile`,
    ].join('\n\n'),
  };
}

/** Returns the first letters of the first two words of a name: `R. T.` */
function getInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}.`)
    .join(' ');
}
