/**
 * Returns the header that makes a browser save a file under its name (RFC 6266): ASCII for old
 * browsers, UTF-8 for all others.
 */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
