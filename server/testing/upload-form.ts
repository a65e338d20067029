/** One part of a multipart body: a text, or a file with its bytes. */
export type Part = readonly [name: string, content: string | Uint8Array];

/**
 * Returns the parts of an upload to a lead: first the lead, then a type, a name and a file for each
 * attachment.
 */
export function uploadParts(
  leadId: string,
  files: Readonly<Record<string, Buffer>>,
  type = 'Bank Statements',
): Part[] {
  return [
    ['entityType', 'LEAD'],
    ['entityId', leadId],
    ...Object.entries(files).flatMap(([fileName, bytes], index): Part[] => [
      [`attachments[${index}][type]`, type],
      [`attachments[${index}][fileName]`, fileName],
      [`attachments[${index}][file]`, bytes],
    ]),
  ];
}

/** Returns the parts as a request body, in their order. */
export async function multipart(parts: readonly Part[]) {
  const form = new FormData();
  for (const [name, content] of parts)
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, new Blob([Uint8Array.from(content)]), 'upload');
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  };
}
