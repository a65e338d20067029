import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import {
  type BlockerFunction,
  NavigationType,
  useNavigate,
  useLocation,
  useSearchParams,
} from 'react-router';

import { draftQuery } from '#src/api/new-lead/drafts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useSession } from '#src/api/session.ts';
import {
  fileErrors,
  NewLeadFiles,
  SubmittedLeadFiles,
} from '#src/features/attachments/new-lead-files.tsx';
import { useUploads } from '#src/features/attachments/use-uploads.ts';
import { UnsentGuard } from '#src/features/attachments/waiting-files.tsx';
import { unsavedDraft } from '#src/features/lead-form/drafts/draft-content.ts';
import { DraftsLink } from '#src/features/lead-form/drafts/draft-notices.tsx';
import { NewLeadForm } from '#src/features/lead-form/lead-form.tsx';
import { type SubmittedLead, LeadSubmitted } from '#src/features/lead-form/lead-submitted.tsx';
import { paths } from '#src/lib/paths.ts';
import { randomKey } from '#src/lib/random.ts';
import { typeForPage } from '#src/lib/type-for-page.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { EmptyState, SkeletonLines } from '#src/ui/feedback/states.tsx';
import { FormColumn } from '#src/ui/form/field.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { NoAccess, RecordLoadError } from './not-shown.tsx';

/**
 * `/leads/new`: a form for one lead, then the submitted lead. The address names the draft once
 * something is typed.
 */
export function Component() {
  const canSubmit = useSession().account.role !== 'support';
  if (canSubmit) return <NewLead />;
  return <NoAccess page="New lead" why="Support staff can’t submit leads" />;
}

function NewLead() {
  const draft = useDraftId();
  return <LeadOfDraft key={draft.origin} draft={draft} />;
}

/** The form of a draft and its files, then the submitted lead. */
function LeadOfDraft({ draft }: { draft: PageDraft }) {
  const [submitted, setSubmitted] = useState<SubmittedLead>();
  const navigate = useNavigate();
  const waiting = useUploads(submitted?.response.id);
  const { uploads, dispatch } = waiting;
  // Files can be added until the response arrives; a removed one leaves the section in its place.
  const [hadFiles, setHadFiles] = useState(false);
  if (submitted !== undefined && uploads.length > 0 && !hadFiles) setHadFiles(true);
  const handleSubmitted = (lead: SubmittedLead) => {
    dispatch({ type: 'all-confirmed' });
    setSubmitted(lead);
  };
  const handleDiscarded = () => {
    for (const upload of uploads) dispatch({ type: 'removed', id: upload.id });
    void navigate(paths.leads());
  };
  return (
    <>
      {submitted === undefined ? (
        <DraftForm
          key={draft.id}
          draft={draft}
          files={{
            section: <NewLeadFiles waiting={waiting} />,
            hasAny: uploads.length > 0,
            errors: fileErrors(uploads),
          }}
          onSubmitted={handleSubmitted}
          onDiscarded={handleDiscarded}
        />
      ) : (
        <LeadSubmitted
          lead={submitted}
          files={
            hadFiles ? (
              <SubmittedLeadFiles leadId={submitted.response.id} waiting={waiting} />
            ) : undefined
          }
          onAnother={draft.renew}
        />
      )}
      <UnsentGuard uploads={uploads} isLeaving={isLeaving} />
    </>
  );
}

/** Whether a navigation leaves the draft of the address, and so discards its files. */
const isLeaving: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  if (currentLocation.pathname !== nextLocation.pathname || nextLocation.state === another)
    return true;
  // Only a draft that was started just now replaces the address.
  return historyAction !== NavigationType.Replace && currentLocation.search !== nextLocation.search;
};

interface DraftFormProps extends Omit<ComponentProps<typeof NewLeadForm>, 'draft'> {
  draft: PageDraft;
}

function DraftForm({ draft, ...handlers }: DraftFormProps) {
  const { id, setStarted } = draft;
  const { isKnown, unsaved, stored, loadError } = useOpenedDraft(draft);
  if (!isKnown && !stored && loadError?.hasFailed)
    return <RecordLoadError recordType="draft" loadError={loadError} />;
  return (
    <FormColumn>
      <PageHeader title="New lead" actions={<DraftsLink openId={id} />} />
      {!isKnown && !stored && <SkeletonLines lines={12} />}
      {stored?.draft.content === null && <DraftSubmitted leadId={stored.draft.leadId ?? ''} />}
      {(isKnown || stored?.draft.content) && (
        <NewLeadForm draft={{ id, stored, unsaved, onStarted: setStarted }} {...handlers} />
      )}
    </FormColumn>
  );
}

/**
 * Reads the draft of the page. `isKnown`: the draft is new, or as it was left in this tab, so
 * nothing is read.
 */
function useOpenedDraft({ id, isNew: isNewHere, isStartedHere }: PageDraft) {
  // Text typed before the user left and came back may be on its way to the service.
  const [unsaved] = useState(() => (isNewHere ? undefined : unsavedDraft(id)));
  const [isNew, setNew] = useState(isNewHere);
  const isKnown = isNew || unsaved !== undefined;
  const query = useQuery({ ...draftQuery(id), enabled: !isKnown });
  const loadError = useLoadError(query);
  // The draft started here was never stored, because its text was deleted again.
  if (!isNew && isStartedHere && loadError?.isNotFound) setNew(true);
  return { isKnown, unsaved, stored: query.data, loadError };
}

function DraftSubmitted({ leadId }: { leadId: string }) {
  return (
    <EmptyState
      title="This draft was submitted"
      action={
        <>
          <LinkButton variant="main" to={paths.lead(leadId)}>
            Open the lead
          </LinkButton>
          <LinkButton to={paths.newLead()}>New lead</LinkButton>
        </>
      }
    >
      It is a lead now, so there is nothing more to fill in.
    </EmptyState>
  );
}

/** The draft that the page of a new lead edits. */
export type PageDraft = ReturnType<typeof useDraftId>;

/** The state of a navigation to the form of another lead. */
const another = 'another-lead';

/** The state of an entry of the history at which a draft was started. */
const startedHere = 'started-draft';

/**
 * Returns the draft that the page edits: the one of the address, or a new one. A draft that began
 * here keeps its form when its id appears in the address.
 */
export function useDraftId() {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const inAddress = params.get('draft');
  const [own, setOwn] = useState(() => newDraft(key));
  const [origins, setOrigins] = useState<ReadonlyMap<string, string>>(new Map());
  if (inAddress === own.id && !own.wasInAddress) setOwn({ ...own, wasInAddress: true });
  const isAnother = state === another && own.locationKey !== key;
  // The user came back to the address of an empty form, or asked for one.
  if (inAddress === null && (own.wasInAddress || isAnother)) setOwn(newDraft(key));
  const id = inAddress ?? own.id;
  /** The id under which the draft began here: it changes when a draft is kept as a new one. */
  const origin = origins.get(id) ?? id;
  /** Names a draft in the address once something is typed, so that Back and Forward find it. */
  const setStarted = (started: string) => {
    // Another navigation would stop the one that the user may have started.
    if (started === inAddress) return;
    if (started !== id) setOrigins((known) => new Map(known).set(started, origin));
    setParams({ draft: started }, { replace: true, preventScrollReset: true, state: startedHere });
  };
  /** Goes on to an empty form. */
  const renew = () => {
    typeForPage();
    setParams({}, { state: another });
  };
  /** Whether the draft was started at this entry of the history: perhaps it was never stored. */
  const isStartedHere = state === startedHere;
  return { id, isNew: id === own.id, isStartedHere, origin, setStarted, renew };
}

/** `locationKey`: the entry of the history at which the draft began. */
const newDraft = (locationKey: string) => ({ id: randomKey(), wasInAddress: false, locationKey });
