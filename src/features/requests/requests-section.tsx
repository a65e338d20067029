import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';

import type { LenderRequest } from '#contract/portal/requests.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { attachmentFilePath } from '#src/api/records/attachments.ts';
import { requestsQuery, isWaiting } from '#src/api/requests.ts';
import { useIsSupport } from '#src/api/session.ts';
import { relativeTime, shortTimeSince } from '#src/lib/dates.ts';
import { daysLeft, formatDueDay } from '#src/lib/values/due-day.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { useNow } from '#src/ui/elements/now.ts';
import { LoadErrorState } from '#src/ui/feedback/states.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TodoAction, TodoList, TodoRow } from '#src/ui/layout/todo-list.tsx';

import type { RequestParts } from './answer-panel.tsx';
import { RequestAction } from './request-action.tsx';
import { describeCounts, formatRequestDay } from './request-texts.ts';

import s from './requests.module.css';

interface RequestsSectionProps extends RequestParts {
  record: { readonly type: RecordType; readonly id: string };
  /** Shown where nothing that is asked for waits. */
  otherwise: ReactNode;
}

/** Lists the lender's requests on a lead or deal, the waiting ones first, with their actions. */
export function RequestsSection({ record, otherwise, ...parts }: RequestsSectionProps) {
  const query = useQuery(requestsQuery(record.type, record.id));
  const loadError = useLoadError(query);
  if (!query.data)
    return loadError?.hasFailed ? (
      <LoadErrorState title="Couldn’t load what the lender asks for" loadError={loadError}>
        The rest of the page is up to date.
      </LoadErrorState>
    ) : null;
  const requests = inOrder(query.data);
  const first = requests.find(isWaiting);
  return (
    <>
      {!first && otherwise}
      {requests.length > 0 && (
        <div className={`${s.requested} card`}>
          <Section title="What the lender asks for" note={describeCounts(requests)}>
            <TodoList>
              {requests.map((request) => (
                <RequestRow
                  key={request.id}
                  {...{ request, ...parts }}
                  isFirst={request === first}
                />
              ))}
            </TodoList>
          </Section>
        </div>
      )}
    </>
  );
}

/** Returns the requests to show: those that wait, the first due first, then the others. */
export function inOrder(requests: readonly LenderRequest[]): LenderRequest[] {
  const inState = (is: (request: LenderRequest) => boolean) => requests.filter(is);
  return [
    ...inState(isWaiting).toSorted(
      (one, other) =>
        (one.dueDate ?? '~').localeCompare(other.dueDate ?? '~') ||
        one.createdAt.localeCompare(other.createdAt),
    ),
    ...inState(({ state }) => state === 'sent'),
    ...inState(({ state }) => state === 'done'),
  ];
}

interface RequestRowProps extends RequestParts {
  request: LenderRequest;
  /** Whether it is the next thing to do on the page. */
  isFirst: boolean;
}

function RequestRow({ request, isFirst, ...parts }: RequestRowProps) {
  const now = useNow();
  const isSupport = useIsSupport();
  const waits = isWaiting(request);
  return (
    <TodoRow
      title={describeRequestedItem(request)}
      note={<RequestNote request={request} />}
      time={waits && shortTimeSince(request.createdAt, now)}
      isLate={waits && (daysLeft(request, now) ?? 0) < 0}
      isDone={request.state === 'done'}
    >
      {request.state === 'done' || isSupport ? (
        <TodoAction>
          <span className="soft">{request.state === 'done' && 'Done'}</span>
        </TodoAction>
      ) : (
        <RequestAction
          {...{ request, ...parts }}
          canAnswerByText
          variant={isFirst ? 'main' : 'bordered'}
        />
      )}
    </TodoRow>
  );
}

/** Shows the messages of the lender and the partner, the sent files, and the times. */
function RequestNote({ request }: { request: LenderRequest }) {
  const now = useNow();
  const { state, asked, text, answer, reason, files, updatedAt } = request;
  const ago = relativeTime(updatedAt, now);
  const details: ReactNode[] = [
    asked.kind === 'question' ? 'Question' : text !== '' && `“${text}”`,
    isWaiting(request) && formatRequestDay(request, now),
    isWaiting(request) && formatDueDay(request, now),
    files.length > 0 && <Files key="files" files={files} isReceived={isWaiting(request)} />,
    answer !== '' && `answered “${answer}”`,
    state === 'sent' && `sent to the lender, ${ago}`,
    state === 'done' && `accepted ${ago}`,
  ].filter((detail) => detail !== false && detail !== '');
  return (
    <>
      {state === 'returned' && (
        <p className="warning">Returned{reason === '' ? '' : `: “${reason}”`}</p>
      )}
      {details.map((detail, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          {detail}
        </Fragment>
      ))}
    </>
  );
}

function Files({ files, isReceived }: Pick<LenderRequest, 'files'> & { isReceived: boolean }) {
  const { unsent = [], sent = [] } = Object.groupBy(files, ({ isUnsent }) =>
    isUnsent ? 'unsent' : 'sent',
  );
  return (
    <>
      <FileLinks files={sent} />
      {isReceived && sent.length > 0 && ' received'}
      {unsent.length > 0 && sent.length > 0 && ', '}
      <FileLinks files={unsent} />
      {unsent.length > 0 && ' from the client, not sent yet'}
    </>
  );
}

const FileLinks = ({ files }: Pick<LenderRequest, 'files'>) =>
  files.map(({ id, fileName }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <a href={attachmentFilePath(id)} download={fileName} translate="no">
        {fileName}
      </a>
    </Fragment>
  ));
