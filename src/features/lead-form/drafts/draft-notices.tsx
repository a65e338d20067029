import type { DraftVersion } from '#src/api/new-lead/drafts.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/use-store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import type { DraftConflict } from './draft-content.ts';

import s from './drafts.module.css';

/** Says what became of the draft elsewhere, in another tab or on another computer. */
export function DraftNotice({ autosave }: { autosave: DraftAutosave }) {
  const status = useStore(autosave.status);
  if (status.stage !== 'overtaken') return null;
  if ('conflicts' in status.by)
    return <ConflictNotice {...status.by} onResolve={(side) => autosave.resolve(side)} />;

  const { leadId } = status.by;
  const what = leadId === null ? 'discarded' : 'submitted';
  return (
    <Notice
      tone="warning"
      title={`This draft was ${what} in another tab or on another computer.`}
      actions={
        <>
          {leadId !== null && <LinkButton to={paths.lead(leadId)}>Open the lead</LinkButton>}
          <Button ref={leaveWhenRemoved} onClick={() => autosave.keepAsNew()}>
            Keep as a new draft
          </Button>
        </>
      }
    >
      <p>What you typed is still here, but not saved.</p>
    </Notice>
  );
}

/** Says that the draft was sent before it was opened here, and that its outcome is not known. */
export function SentBefore() {
  return (
    <Notice tone="warning" title="We don’t know yet whether this lead was submitted.">
      <p>
        It was sent before, and no response came. Press Try again: you won’t get a duplicate lead.
      </p>
    </Notice>
  );
}

interface ConflictNoticeProps {
  conflicts: readonly DraftConflict[];
  theirs: DraftVersion;
  onResolve: (side: 'here' | 'there') => void;
}

function ConflictNotice({ conflicts, theirs, onResolve }: ConflictNoticeProps) {
  return (
    <Notice
      tone="warning"
      title="You also changed this draft in another tab or on another computer."
    >
      <p>
        The other version was saved <Time value={theirs.draft.updatedAt} />. Nothing is saved here
        until you choose.
      </p>
      <table className={s.conflicts}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Here</th>
            <th scope="col">Other version</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ path, label, here, there }) => (
            <tr key={path}>
              <th scope="row">{label}</th>
              <td>{here || 'empty'}</td>
              <td>{there || 'empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={s.choices}>
        <Button ref={leaveWhenRemoved} onClick={() => onResolve('here')}>
          Keep what’s here
        </Button>
        <Button ref={leaveWhenRemoved} onClick={() => onResolve('there')}>
          Use the other version
        </Button>
      </div>
    </Notice>
  );
}
