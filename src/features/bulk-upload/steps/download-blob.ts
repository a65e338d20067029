/**
 * How long the blob URL stays valid, in milliseconds; every browser has started the download by
 * then.
 */
const storedFor = 60_000;

/** Downloads a file that was created in the browser. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), storedFor);
}
