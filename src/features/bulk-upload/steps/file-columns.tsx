import { assignColumn, assignedColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { ColumnsSection } from '#src/features/bulk-upload/review/columns-section.tsx';

interface FileColumnsProps {
  work: Pick<UploadWork, 'readAs'>;
  stage: StageAt<'checked'>;
}

/** Shows the columns of a checked file. A new assignment reads the file again. */
export function FileColumns({ work, stage }: FileColumnsProps) {
  const { summary, recognition, parseOptions } = stage;
  const isSent = summary.submitted + summary.unknown > 0;
  const assign = (columnIndex: number, target: string | null) => {
    const { columns } = recognition;
    const assigned = assignColumn(columns, parseOptions.columns, columnIndex, target);
    void work.readAs({ ...parseOptions, columns: assigned });
  };
  return (
    <ColumnsSection
      found={assignedColumns(recognition.columns, parseOptions.columns)}
      samples={recognition.columnSamples}
      onAssign={isSent ? undefined : assign}
    />
  );
}
