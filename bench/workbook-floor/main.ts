import workerAddress from './hucre.worker.ts?worker&url';

/**
 * The minimal page that reads a workbook: passes the file to the worker and shows how many rows it
 * had.
 */
const policy = window.trustedTypes?.createPolicy('portal', { createScriptURL: (url) => url });
const worker = new Worker((policy?.createScriptURL(workerAddress) ?? workerAddress) as string, {
  type: 'module',
});
const output = document.querySelector('output');
const input = document.querySelector('input');
worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
  if (output) output.textContent = String(data);
});
input?.addEventListener('change', () => worker.postMessage(input.files?.[0]));
