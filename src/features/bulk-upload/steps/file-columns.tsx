import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { assignColumn, assignedColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { FoundColumn } from '#src/bulk-upload/columns/template-columns.ts';
import type { ChosenParts, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { ColumnsSection } from '#src/features/bulk-upload/review/columns-section.tsx';
import { HeaderRowChoice } from '#src/features/bulk-upload/review/header-row-choice.tsx';

interface FileColumnsProps {
  recognition: Recognition;
  parseOptions: ParseOptions | null;
  /** Undefined if the columns can't be assigned any more. */
  onParseOptions: ((parseOptions: ParseOptions) => void) | undefined;
  /** Recognises the file again with another row as its header. */
  onHeaderRow: (chosen: ChosenParts) => void;
}

/** Shows where the columns of a file go, to be assigned by the user. */
export function FileColumns(props: FileColumnsProps) {
  const { recognition, parseOptions, onParseOptions, onHeaderRow } = props;
  const { firstRows, workbook } = recognition;
  const assign = (options: ParseOptions) => (columnIndex: number, target: string | null) => {
    const columns = assignColumn(recognition.columns, options.columns, columnIndex, target);
    onParseOptions?.({ ...options, columns });
  };
  return (
    <ColumnsSection
      found={currentColumns(recognition, parseOptions)}
      samples={recognition.columnSamples}
      onAssign={parseOptions && onParseOptions ? assign(parseOptions) : undefined}
    >
      {onParseOptions && firstRows.length > 1 && (
        <HeaderRowChoice
          rows={firstRows}
          headerRow={parseOptions?.headerRow ?? 1}
          onChoose={(headerRow) => onHeaderRow({ headerRow, sheet: workbook?.sheet })}
        />
      )}
    </ColumnsSection>
  );
}

/** Returns the columns of a file, as they are assigned now. */
export function currentColumns(
  { columns }: Pick<Recognition, 'columns'>,
  parseOptions: ParseOptions | null,
): readonly FoundColumn[] {
  return parseOptions === null ? columns : assignedColumns(columns, parseOptions.columns);
}
