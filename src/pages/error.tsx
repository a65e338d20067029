import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';

import { hasCode, isTemporary, ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/button.tsx';
import { later } from '#src/ui/elements/later.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

const NotFound = later(async () => (await import('./not-found.tsx')).Component);

/**
 * Shown instead of a page that could not be shown: what happened, and what to do next. The rest of
 * the portal stays usable.
 */
export function PageError() {
  const error = useRouteError();
  if (hasCode(error, 'not-found', 'unknown-address')) return <NotFound />;
  return error instanceof ServiceError ? <NotLoaded error={error} /> : <Broken />;
}

/** Milliseconds until a page that could not be loaded is tried again, unless the service says. */
const retryDelayMs = 5_000;

/** Where the reason passes, the page is tried again by itself. */
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
    return () => clearTimeout(timer);
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
 * Shown after an error of the portal itself, or if a new version has replaced a part of the portal.
 * Reloading fixes both, once there is a connection.
 */
function Broken() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  if (!isOnline)
    return (
      <>
        <PageHeader title="Couldn’t load" />
        <ErrorState title="You are offline">
          This page can’t be shown offline. Your saved data is safe.
        </ErrorState>
      </>
    );
  return (
    <>
      <PageHeader title="Not shown" />
      <ErrorState title="Couldn’t show this page" onRetry={() => location.reload()}>
        Part of the portal couldn’t be loaded, or something went wrong. Your saved data is safe.
      </ErrorState>
    </>
  );
}

function subscribeToConnection(listener: () => void): () => void {
  const ended = new AbortController();
  for (const change of ['online', 'offline'])
    window.addEventListener(change, listener, { signal: ended.signal });
  return () => ended.abort();
}
