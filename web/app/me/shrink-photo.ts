/** What the server takes as it is: at most 5 MiB of one of these. */
const takenTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);
const mostBytes = 4_500_000;
const longestSide = 2048;

/**
 * A phone's photo is larger than anybody will see it, and sometimes of a kind that only phones know. It is made small
 * here, before a slow line has to carry it. Throws where the browser cannot read it.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (takenTypes.has(file.type) && file.size <= mostBytes / 4) return file;
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    if (!small) throw new TypeError('no picture');
    return small;
  } finally {
    bitmap.close();
  }
}
