import type { Home } from '#contract/portal/home.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './home.module.css';

/** Bulk uploads that are not finished, each a link to where it is resumed. */
export function UploadsSection({ uploads }: { uploads: Home['uploads'] }) {
  return (
    <Section title="Uploads not finished">
      {uploads.length === 0 ? (
        <p className="soft">Every upload is finished.</p>
      ) : (
        <ul className={s.uploads}>
          {uploads.map(({ id, fileName, createdAt, read, submitted }) => (
            <li key={id}>
              <Link to={paths.bulkUploadOne(id)}>{fileName}</Link>
              <div className={s.note}>
                {read === 0
                  ? 'Nothing submitted yet'
                  : `${count(submitted)} of ${count(read)} rows submitted`}
                {' · '}
                <Time value={createdAt} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
