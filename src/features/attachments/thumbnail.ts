import { type AttachmentKind, isPicture } from '#contract/v1/attachments.ts';

/** In pixels: twice the displayed 32, for high-density screens. */
const side = 64;

/**
 * Returns a small square thumbnail of an image file as a data URL, because the page's content
 * security policy blocks `blob:`. Returns undefined for other files, and for images that the
 * browser cannot decode, such as HEIC in most browsers.
 */
export async function makeThumbnail(file: File, kind: AttachmentKind): Promise<string | undefined> {
  if (!isPicture(kind)) return undefined;
  try {
    const picture = await createImageBitmap(file);
    return drawn(picture);
  } catch {
    return undefined;
  }
}

/** Draws the centre of the image, scaled to fill the square. */
function drawn(picture: ImageBitmap): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const scale = side / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  canvas
    .getContext('2d')
    ?.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
  picture.close();
  return canvas.toDataURL('image/webp', 0.8);
}
