import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice, type NoticeTone } from '#src/ui/feedback/notice.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface FileNoticesProps {
  notices: readonly FileNotice[];
  /** Reads the file again; undefined where that is the page's own next step. */
  onReadAs?: (parseOptions: ParseOptions) => void;
}

/** Shows the notices about a file, with a button where reading it again helps. */
export function FileNotices({ notices, onReadAs }: FileNoticesProps) {
  return notices.map((notice) => {
    const { title, advice, weight, parseOptions } = notice;
    // A line of text is enough for information.
    if (weight === 'info' && notice.examples === undefined && notice.action === undefined)
      return (
        <p key={title} className={`${s.info} soft small`}>
          <span>{title}</span> <span>{advice}</span>
        </p>
      );
    return (
      <FileNoticeLine
        key={title}
        notice={notice}
        onAction={parseOptions && onReadAs && (() => onReadAs(parseOptions))}
      />
    );
  });
}

const tones: Readonly<Record<FileNotice['weight'], NoticeTone>> = {
  stop: 'danger',
  fix: 'warning',
  warn: 'warning',
  info: 'info',
};

/** Shows a notice about the file: title, examples and advice. */
export function FileNoticeLine({
  notice,
  onAction,
}: {
  notice: FileNotice;
  onAction?: (() => void) | undefined;
}) {
  const { weight, title, advice, examples, action } = notice;
  return (
    <Notice
      tone={tones[weight]}
      title={title}
      actions={
        onAction && action !== undefined ? (
          <Button size="small" onClick={onAction}>
            {action}
          </Button>
        ) : undefined
      }
    >
      {examples && (
        <ul className={`${s.examples} mono`}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      )}
      {advice === '' ? undefined : advice}
    </Notice>
  );
}
