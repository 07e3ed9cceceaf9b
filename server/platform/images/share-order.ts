import type { SharePicture } from '#contract/sharing/share-pictures.ts'

/** Texts on a picture for sharing. */
export interface ShareTexts {
  kind: SharePicture
  title: string
  price: string
  area: string
  siteName: string
  /** Address in the QR code. */
  url: string
}

export type ShareOrder = ReturnType<typeof unpackShareOrder>

const LENGTH_BYTES = 4

/** Packs an order into bytes for the encoder's process: length of the texts, texts, photo. */
export function packShareOrder({ texts, photo = new Uint8Array() }: ShareOrder): Uint8Array {
  const written = new TextEncoder().encode(JSON.stringify(texts))
  const packed = new Uint8Array(LENGTH_BYTES + written.length + photo.length)
  new DataView(packed.buffer).setUint32(0, written.length)
  packed.set(written, LENGTH_BYTES)
  packed.set(photo, LENGTH_BYTES + written.length)
  return packed
}

export function unpackShareOrder(packed: Uint8Array) {
  const end = LENGTH_BYTES + new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  const texts = JSON.parse(new TextDecoder().decode(packed.subarray(LENGTH_BYTES, end))) as ShareTexts
  return { texts, photo: packed.length > end ? packed.subarray(end) : undefined }
}
