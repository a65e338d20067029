import { streamXlsxRows } from 'hucre/xlsx';

/** The library alone: reads the cells of the first sheet row by row, and keeps nothing. */
async function countRows(file: File): Promise<number> {
  let rows = -1;
  for await (const { values } of streamXlsxRows(file.stream())) rows += values.length > 0 ? 1 : 0;
  return rows;
}

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  countRows(file).then(postMessage, (error: unknown) => postMessage(String(error)));
});
