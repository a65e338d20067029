import { type ReactNode, useState } from 'react';

import type { UploadChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { useSession } from '#src/api/session.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { ConnectionNotice } from './connection-notice.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import { rows } from './row-counts.ts';

import s from './bulk-uploads.module.css';

interface DuplicatesSectionProps {
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  onShow: (filter: RowFilter) => void;
}

/**
 * Shows rows that probably repeat a client, within the file or among the partner's leads. The user
 * decides what to leave out.
 */
export function DuplicatesSection({ checked, stage, onShow }: DuplicatesSectionProps) {
  const { duplicateRows } = stage.summary;
  const { capabilities } = useSession();
  return (
    <Section title="Duplicates" note="Duplicates are submitted unless you leave them out">
      <div className="stack">
        {duplicateRows === 0 ? (
          <p>No duplicate rows in the file.</p>
        ) : (
          <DuplicateGroupBox
            {...{ checked, stage }}
            of="rows"
            title={`${rows(duplicateRows)} ${duplicateRows === 1 ? 'repeats' : 'repeat'} an earlier row in the file`}
            onShow={() => onShow({ kind: 'duplicates', of: 'rows' })}
          />
        )}
        {capabilities.duplicateLeads && (
          <div className={`${s.leadSearch} stack-small`}>
            <LeadSearchBox {...{ checked, stage, onShow }} />
          </div>
        )}
      </div>
    </Section>
  );
}

/** Shows the search among the partner's leads: not started, running, failed or done. */
function LeadSearchBox({ checked, stage, onShow }: DuplicatesSectionProps) {
  const { leadSearch, summary, choices } = stage;
  const { duplicateLeads } = summary;
  const { leaveOut } = choices;
  const searchButton = (label: string) => (
    <Button size="small" onClick={() => void checked.searchLeads()}>
      {label}
    </Button>
  );
  const found = (more?: ReactNode) => (
    <DuplicateGroupBox
      {...{ checked, stage, more }}
      of="leads"
      title={`${rows(duplicateLeads)} ${duplicateLeads === 1 ? 'matches' : 'match'} an existing lead`}
      onShow={() => onShow({ kind: 'duplicates', of: 'leads' })}
    />
  );
  // Earlier results stay visible while a new search runs.
  if (leadSearch.is === 'running' && leadSearch.connection === null && duplicateLeads > 0)
    return found();
  if (leadSearch.is === 'running')
    return (
      <>
        <Progress
          label="Searching the partner’s leads"
          value={leadSearch.rows}
          max={Math.max(1, summary.read)}
          text={`${count(leadSearch.rows)} of ${count(summary.read)} rows`}
        />
        <ConnectionNotice connection={leadSearch.connection} />
      </>
    );
  if (leadSearch.is === 'failed')
    return (
      <Notice
        tone="danger"
        title="Couldn’t search the partner’s leads"
        actions={
          <>
            {searchButton('Try again')}
            {leaveOut.duplicateLeads && (
              <Button
                size="small"
                onClick={() => void checked.leaveOut({ ...leaveOut, duplicateLeads: false })}
              >
                Include all duplicates
              </Button>
            )}
          </>
        }
      >
        {leadSearch.message}
      </Notice>
    );
  if (leadSearch.is === 'not-started')
    return (
      <p className={`${s.line} cluster`}>
        The partner’s leads haven’t been searched for these clients yet.
        {searchButton('Search leads')}
      </p>
    );
  const searchAgain = leadSearch.isOutdated && searchButton('Search again');
  if (duplicateLeads > 0) return found(searchAgain);
  return (
    <p className={`${s.line} cluster`}>
      {leadSearch.isOutdated
        ? 'No row matched an existing lead before the last edits.'
        : 'No row matches an existing lead.'}
      {searchAgain}
    </p>
  );
}

/** The choice that leaves out all duplicates of a kind. */
const switches = { rows: 'duplicateRows', leads: 'duplicateLeads' } as const;

function DuplicateGroupBox({
  checked,
  stage,
  of,
  title,
  more,
  onShow,
}: Pick<DuplicatesSectionProps, 'checked' | 'stage'> & {
  of: 'rows' | 'leads';
  title: string;
  /** Further buttons. */
  more?: ReactNode;
  onShow: () => void;
}) {
  // Lead duplicates are found while the user already works further down the page, so their list
  // starts closed: the content below stays where it is.
  const [isListed, setListed] = useState(of === 'rows');
  const { leaveOut } = stage.choices;
  const decide = (change: Partial<UploadChoices['leaveOut']>) =>
    void checked.leaveOut({ ...leaveOut, ...change });
  return (
    <div>
      <div className={`${s.line} cluster`}>
        <h3>{title}</h3>
        <Checkbox
          label="Leave all out"
          checked={leaveOut[switches[of]]}
          onChange={({ target }) => decide({ [switches[of]]: target.checked })}
        />
        <TextButton aria-label={`Show rows: ${title}`} onClick={onShow}>
          Show rows
        </TextButton>
        {!isListed && (
          <TextButton aria-label={`Show list: ${title}`} onClick={() => setListed(true)}>
            Show list
          </TextButton>
        )}
        {more}
      </div>
      {isListed && (
        <DuplicateList
          sheet={checked.sheet}
          summary={stage.summary}
          of={of}
          onDecide={(decided, isOut) => {
            const others = leaveOut.rows.filter(({ row }) => !decided.includes(row));
            decide({ rows: [...others, ...decided.map((row) => ({ row, leaveOut: isOut }))] });
          }}
        />
      )}
    </div>
  );
}
