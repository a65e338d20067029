import workerAddress from './papaparse.worker.ts?worker&url';

/** The least page that reads a CSV file: hands it to the worker and writes how many rows it had. */
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
