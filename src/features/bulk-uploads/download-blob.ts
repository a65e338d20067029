/** Long enough for any browser to have begun; in milliseconds. */
const storedFor = 60_000;

/** Gives the person a file that was made in the browser. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), storedFor);
}
