import { useQuery } from '@tanstack/react-query';
import Pin from 'lucide-react/icons/pin';
import { type ComponentProps, type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { View } from '#contract/portal/views.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useViewChanges, toViewQuery, viewsQuery } from '#src/api/records/views.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { RetryButton } from '#src/ui/feedback/states.tsx';

import { builtInView } from './built-in-view.ts';
import { maxWidthWithoutBar, PinnedViews } from './pinned-views.tsx';
import { ViewForm } from './view-form.tsx';

import s from './views.module.css';

interface ViewsMenuProps {
  list: RecordListName;
  /** Whether views can be shared with the partner. */
  canShare: boolean;
  onClose: () => void;
}

/** The views of a list: opened, pinned, renamed and deleted. */
export function ViewsMenu({ list, canShare, onClose }: ViewsMenuProps) {
  const [params] = useSearchParams();
  const query = toViewQuery(params);
  const stored = useQuery(viewsQuery);
  const loadError = useLoadError(stored);
  const views = (stored.data ?? []).filter((view) => view.list === list);
  const changes = useViewChanges();
  const { change, pin, remove } = changes;
  // The error of one change is not shown for the next.
  const reset = () => Object.values(changes).forEach((mutation) => mutation.reset());
  const isShown = (view: View) => toViewQuery(view.query) === query;
  const first = useRef<HTMLAnchorElement>(null);
  return (
    <>
      {innerWidth <= maxWidthWithoutBar && (
        <div className={s.pinnedOnPhone}>
          <PinnedViews onOpen={onClose} />
        </div>
      )}
      <p className={`${s.heading} soft small`}>Views</p>
      <ul className={s.views}>
        <li className={`${s.view} row`}>
          <Link
            ref={first}
            to={toViewLink(list, builtInView.query)}
            aria-current={query === builtInView.query || undefined}
            onClick={onClose}
          >
            {builtInView.name}
          </Link>
        </li>
        {views.map((view) => (
          <ViewItem
            key={view.id}
            view={view}
            isCurrent={isShown(view)}
            canShare={canShare}
            onOpen={onClose}
            isPending={change.isPending && change.variables.id === view.id}
            error={findError(changes, view.id)}
            onPin={() => {
              reset();
              pin.mutate({ id: view.id, isPinned: !view.isPinned });
            }}
            onChange={(input, onSuccess) => {
              reset();
              change.mutate({ id: view.id, ...input }, { onSuccess });
            }}
            onRemove={() => {
              reset();
              // The form that was used disappears, and the menu stays open.
              remove.mutate(view.id, { onSuccess: () => first.current?.focus() });
            }}
          />
        ))}
      </ul>
      {stored.isSuccess && views.length === 0 && (
        <p className={`${s.hint} soft`}>Add a filter, then save it as a view.</p>
      )}
      <Failures pinError={pin.error} loadError={loadError} next={first} />
    </>
  );
}

function findError({ change, remove }: ReturnType<typeof useViewChanges>, id: string) {
  if (change.variables?.id === id && change.error) return change.error;
  return remove.variables === id ? remove.error : null;
}

interface FailuresProps {
  pinError: Error | null;
  loadError: LoadError | null;
  /** Takes the focus of a button that disappears. */
  next: RefObject<HTMLElement | null>;
}

/** Says that a view was not pinned, or that the views could not be loaded. */
function Failures({ pinError, loadError, next }: FailuresProps) {
  return (
    <>
      {pinError && (
        <p className={`${s.hint} danger`} role="alert">
          {pinError.message}
        </p>
      )}
      {loadError?.hasFailed && (
        <div className={`${s.hint} danger`} role="alert">
          Couldn’t load views.{' '}
          <RetryButton size="small" variant="plain" loadError={loadError} next={next} />
        </div>
      )}
    </>
  );
}

/** Returns the address of a list with the parameters of a view. */
function toViewLink(list: RecordListName, query: string): string {
  return paths[list](new URLSearchParams(query));
}

interface ViewItemProps extends Pick<
  ComponentProps<typeof ViewForm>,
  'canShare' | 'isPending' | 'error' | 'onRemove'
> {
  view: View;
  isCurrent: boolean;
  onOpen: () => void;
  onPin: () => void;
  onChange: (changes: { name: string; isShared: boolean }, onSuccess: () => void) => void;
}

/** One view, with its actions. */
function ViewItem(props: ViewItemProps) {
  const { view, isCurrent, onOpen, onPin, onChange, ...form } = props;
  const [isEdited, setIsEdited] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    editButton.current?.focus();
    setIsEdited(false);
  };
  return (
    <li>
      <div className={`${s.view} row`}>
        <Link
          to={toViewLink(view.list, view.query)}
          aria-current={isCurrent || undefined}
          onClick={onOpen}
        >
          {view.name}
          {view.isShared && <span className={`${s.shared} soft small`}>Shared</span>}
        </Link>
        {view.canChange && (
          <TextButton
            ref={editButton}
            aria-expanded={isEdited}
            aria-label={`Edit ${view.name}`}
            onClick={() => setIsEdited(!isEdited)}
          >
            Edit
          </TextButton>
        )}
        <button
          type="button"
          className={`${s.pin} center soft`}
          aria-pressed={view.isPinned}
          aria-label={`Pin ${view.name} to the side bar`}
          title={view.isPinned ? 'Remove from the side bar' : 'Pin to the side bar'}
          onClick={onPin}
        >
          <Pin aria-hidden />
        </button>
      </div>
      {isEdited && (
        <ViewForm
          {...form}
          title={`Edit ${view.name}`}
          submitText="Save"
          initial={view}
          onSubmit={({ name, isShared }) => onChange({ name, isShared }, close)}
        />
      )}
    </li>
  );
}
