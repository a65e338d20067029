import Papa from 'papaparse';

/** Papaparse as it comes, over a stream of the file: every row made, none kept. */
addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  let rows = -1;
  Papa.parse<string[]>(file, {
    encoding: 'windows-1252',
    delimiter: ',',
    skipEmptyLines: true,
    chunk: ({ data }) => {
      rows += data.length;
    },
    complete: () => postMessage(rows),
  });
});
