import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useNavigate, useRouteError } from 'react-router';

import { ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { ErrorState } from '#src/ui/states.tsx';

import { Component as NotFound } from './not-found.tsx';

/**
 * Shown instead of a page that could not be shown: what happened, and what to do next. The rest of
 * the portal stays usable.
 */
export function PageError() {
  const error = useRouteError();
  if (error instanceof ServiceError && error.status === 404) return <NotFound />;
  return error instanceof ServiceError ? <Forbidden error={error} /> : <Broken />;
}

function Forbidden({ error }: { error: ServiceError }) {
  const navigate = useNavigate();
  const { reset } = useQueryErrorResetBoundary();
  function handleRetry(): void {
    reset();
    void navigate('.', { replace: true });
  }
  return (
    <>
      <PageHeader title={error.status === 403 ? 'Not open to you' : 'Not loaded'} />
      <ErrorState
        title={error.status === 403 ? 'This is not open to you' : 'This page could not be loaded'}
        onRetry={handleRetry}
        action={<LinkButton to={paths.home()}>Go to the start page</LinkButton>}
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
        <PageHeader title="Not loaded" />
        <ErrorState title="You are offline">
          This page was not opened before, so it cannot be shown now. What the service has stored is
          safe.
        </ErrorState>
      </>
    );
  return (
    <>
      <PageHeader title="Not shown" />
      <ErrorState title="This page could not be shown" onRetry={() => location.reload()}>
        The portal could not load a part of itself, or made a mistake. What the service has stored
        is safe.
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
