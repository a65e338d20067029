import Papa from 'papaparse';

/** Plain papaparse over a stream of the file: parses every row and stores none. */
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
