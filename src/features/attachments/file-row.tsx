import type { ReactNode } from 'react';

import { fileEnding } from '#contract/v1/attachments.ts';

import s from './attachments.module.css';

interface FileRowProps {
  /** The file's name. Its extension is shown if there is no thumbnail. */
  name: string;
  thumbnail?: string | undefined;
  children: ReactNode;
  actions: ReactNode;
}

/** Shows one file: its thumbnail or extension, its details or fields, and its buttons. */
export function FileRow({ name, thumbnail, children, actions }: FileRowProps) {
  return (
    <li className={s.row}>
      {thumbnail === undefined ? (
        <span className={s.thumb} aria-hidden>
          {fileEnding(name).slice(0, 4)}
        </span>
      ) : (
        <img className={s.thumb} src={thumbnail} alt="" />
      )}
      <div className={s.what}>{children}</div>
      <div className={s.actions}>{actions}</div>
    </li>
  );
}
