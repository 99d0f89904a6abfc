/** Photo types that the server accepts. Its size limit is 5 MiB. */
const takenTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);
const mostBytes = 4_500_000;
const longestSide = 2048;

/**
 * Shrinks a photo before the upload: photos of phones are larger than needed, and some formats are read by phones only.
 * Throws if the browser cannot decode it.
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
