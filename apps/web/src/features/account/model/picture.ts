/**
 * A drawing as the bytes of a PNG. Its fonts are those of the device: a picture in a picture loads
 * nothing.
 * @param width of the picture, pixels; the drawing is stretched to it
 * @throws {Error} where the browser draws no pictures
 */
export async function savedPicture(
  drawing: SVGSVGElement,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image(width, height);
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser draws no pictures');
  return new Uint8Array(await blob.arrayBuffer());
}
