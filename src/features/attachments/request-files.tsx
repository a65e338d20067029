import { useEffect, useEffectEvent, useRef } from 'react';

import { attachmentTypes } from '#contract/v1/values.ts';

import { guessType } from './uploads.ts';
import { useUploads } from './use-uploads.ts';
import { UnsentGuard, WaitingFiles, WaitingList } from './waiting-files.tsx';

export interface RequestFilesProps {
  leadId: string;
  /** The type that the lender asks for; without one the person says what each file is. */
  documentType?: string;
  /** The files that were just chosen. */
  files: readonly File[];
  /** Called with their ids once all files are attached; with none once all were removed. */
  onAttached: (ids: string[]) => void;
  /** Called when a pressed button disappears, so that the focus can be moved elsewhere. */
  onPressed: () => void;
}

/**
 * Attaches files for the lender: those of a type that is asked for are uploaded at once, others
 * once their types are confirmed.
 */
export function RequestFiles(props: RequestFilesProps) {
  const { leadId, documentType, files, onAttached, onPressed } = props;
  const waiting = useUploads(leadId);
  const { uploads } = waiting;
  const added = useRef<readonly File[]>([]);
  const add = useEffectEvent((chosen: readonly File[]) => {
    if (added.current === chosen) return;
    added.current = chosen;
    if (documentType === undefined) return waiting.add(chosen);
    const requested = attachmentTypes.find((type) => type === documentType);
    for (const file of chosen) waiting.add([file], requested ?? guessType(file.name));
  });
  useEffect(() => add(files), [files]);
  const isStarted = useRef(false);
  const finish = useEffectEvent(onAttached);
  useEffect(() => {
    isStarted.current ||= uploads.length > 0;
    if (isStarted.current && uploads.every(({ state }) => state === 'sent'))
      finish(uploads.flatMap((upload) => (upload.state === 'sent' ? upload.attachmentId : [])));
  }, [uploads]);
  const Waiting = documentType === undefined ? WaitingFiles : WaitingList;
  return (
    <>
      <Waiting waiting={waiting} listed={[]} onPressed={onPressed} />
      <UnsentGuard uploads={uploads} />
    </>
  );
}
