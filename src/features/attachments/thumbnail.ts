import { type AttachmentKind, isPicture } from '#contract/v1/attachments.ts';

/** Pixels: twice the 32 it is shown at, for fine screens. */
const side = 64;

/**
 * A small square picture of an image file, as a data URL: the page's policy shows no `blob:`. Undefined for other files, and
 * where the browser cannot decode the image, as most cannot for HEIC.
 */
export async function thumbnailOf(file: File, kind: AttachmentKind): Promise<string | undefined> {
  if (!isPicture(kind)) return undefined;
  try {
    const picture = await createImageBitmap(file);
    return drawn(picture);
  } catch {
    return undefined;
  }
}

/** The middle of the picture, scaled to fill the square. */
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
