import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';

import { hasCode, isTemporary, ServiceError } from '#src/api/service-error.ts';
import { NewVersionError } from '#src/lib/load-lazily.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

const NotFound = lazyComponent(async () => (await import('./not-found.tsx')).Component);

/**
 * Shown instead of a page that could not be shown: what happened, and what to do next. The rest of
 * the portal stays usable.
 */
export function PageError() {
  const error = useRouteError();
  if (hasCode(error, 'not-found', 'unknown-address')) return <NotFound />;
  if (error instanceof ServiceError) return <NotLoaded error={error} />;
  return <Broken isReplaced={error instanceof NewVersionError} />;
}

/** Milliseconds until a page that could not be loaded is tried again, unless the service says. */
const retryDelayMs = 5_000;

/** Where the reason passes, the page is tried again by itself, at once when online again. */
function NotLoaded({ error }: { error: ServiceError }) {
  const isForbidden = hasCode(error, 'no-access');
  const willRetry = isTemporary(error);
  const navigate = useNavigate();
  const location = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  function handleRetry(): void {
    reset();
    void navigate(location, { replace: true, state: location.state });
  }
  const retry = useEffectEvent(handleRetry);
  useEffect(() => {
    if (!willRetry) return undefined;
    const timer = setTimeout(() => retry(), error.retryAfterMs ?? retryDelayMs);
    const handleOnline = () => retry();
    addEventListener('online', handleOnline);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', handleOnline);
    };
  }, [error, willRetry]);
  return (
    <>
      <PageHeader title={isForbidden ? 'No access' : 'Couldn’t load'} />
      <ErrorState
        title={isForbidden ? 'You don’t have access' : 'Couldn’t load this page'}
        note={willRetry ? 'Trying again\u00A0…' : undefined}
        onRetry={handleRetry}
        action={<LinkButton to={paths.start()}>Go to the start page</LinkButton>}
        requestId={error.requestId}
      >
        {error.message}
      </ErrorState>
    </>
  );
}

/**
 * Shown after an error of the portal itself, or if a new version has replaced the page: reloading
 * fixes both. A page that can't be loaded for want of a connection is {@link NotLoaded}.
 */
function Broken({ isReplaced }: { isReplaced: boolean }) {
  const { page, title, text, label } = isReplaced ? replaced : broken;
  return (
    <>
      <PageHeader title={page} />
      <ErrorState title={title} action={<Button onClick={() => location.reload()}>{label}</Button>}>
        {text} Your saved data is safe.
      </ErrorState>
    </>
  );
}

const replaced = {
  page: 'New version',
  title: 'A new version is available',
  text: 'Reload to open this page.',
  label: 'Reload',
};
const broken = {
  page: 'Not shown',
  title: 'Couldn’t show this page',
  text: 'Part of the portal couldn’t be loaded, or something went wrong.',
  label: 'Try again',
};
