import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LenderRequest } from '#contract/portal/requests.ts';
import type { UploadLink } from '#contract/portal/upload-links.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { uploadLinkQuery, useUploadLink } from '#src/api/upload-links.ts';
import { quantity } from '#src/lib/numbers.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { ContactLink } from '#src/ui/elements/contact-link.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadErrorState, SkeletonLines } from '#src/ui/feedback/states.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

interface UploadLinkPanelProps {
  request: LenderRequest;
  onClose: () => void;
}

/**
 * Makes, shows and withdraws the link by which the client sends the documents of a request. Its
 * address is known only where it was just made.
 */
export function UploadLinkPanel({ request, onClose }: UploadLinkPanelProps) {
  const query = useQuery(uploadLinkQuery(request.id));
  const loadError = useLoadError(query);
  const { create, withdraw } = useUploadLink(request.id);
  const [url, setUrl] = useState<string>();
  const link = query.data?.link ?? null;
  const error = create.error ?? withdraw.error;

  async function handleCreate(): Promise<void> {
    const made = await create.mutateAsync();
    setUrl(made.url);
    announce('The link is ready');
  }
  async function handleWithdraw(): Promise<void> {
    await withdraw.mutateAsync();
    announce('The link is withdrawn');
    onClose();
  }
  if (!query.data)
    return loadError?.hasFailed ? (
      <LoadErrorState title="Couldn’t load the link for the client" loadError={loadError} />
    ) : (
      <SkeletonLines lines={2} />
    );
  return (
    <section className="stack-small" aria-label="Link for the client">
      {url === undefined ? (
        <p>{link ? <LinkState link={link} /> : whatItIs}</p>
      ) : (
        <LinkAddress url={url} request={request} link={link} />
      )}
      {error && (
        <p role="alert" className="danger">
          {error.message}
        </p>
      )}
      <div className="cluster">
        {url === undefined && (
          <Button
            variant={link ? 'bordered' : 'main'}
            pending={create.isPending}
            pendingText="Making the link"
            onClick={() => void handleCreate().catch(() => undefined)}
          >
            {link ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
        {link && (
          <Button
            pending={withdraw.isPending}
            pendingText="Withdrawing the link"
            onClick={() => void handleWithdraw().catch(() => undefined)}
          >
            Withdraw the link
          </Button>
        )}
        <Button variant="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}

const whatItIs =
  'Your client sends these documents from their phone, without an account. They see your company’s name and the lender’s text, and nothing of the lead.';

/** What is known of a link that was made before. */
function LinkState({ link: { createdAt, until, received } }: { link: UploadLink }) {
  return (
    <>
      Made <Time value={createdAt} />, works until <Time value={until} />.{' '}
      {received === 0 ? 'Nothing received yet.' : `${quantity(received, 'file')} received.`} A new
      link ends this one.
    </>
  );
}

interface LinkAddressProps extends Pick<UploadLinkPanelProps, 'request'> {
  url: string;
  link: UploadLink | null;
}

/** The address of a new link, and ways to send it. Nothing of the client is in them. */
function LinkAddress({ url, request, link }: LinkAddressProps) {
  const subject = `Documents needed: ${describeRequestedItem(request)}`;
  const body = `Please send these documents here: ${url}`;
  const share = { title: subject, text: 'Please send these documents here:', url };
  return (
    <>
      <TextInput
        label="Link for the client"
        name="link"
        value={url}
        readOnly
        translate="no"
        ref={selectText}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={
          <>
            Shown once. Send it to your client
            {link && (
              <>
                : it works until <Time value={link.until} />
              </>
            )}
            .
          </>
        }
      />
      <div className="cluster">
        <CopyButton value={url} label="Copy link" size="medium" />
        {'share' in navigator && (
          // The person may change their mind.
          <Button onClick={() => void navigator.share(share).catch(() => undefined)}>Share</Button>
        )}
        <ContactLink
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
        >
          Email
        </ContactLink>
        <ContactLink href={`sms:?&body=${encodeURIComponent(body)}`}>Text message</ContactLink>
      </div>
    </>
  );
}

function selectText(input: HTMLInputElement | null): void {
  input?.focus();
}
