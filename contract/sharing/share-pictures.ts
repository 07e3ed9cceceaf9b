/**
 * Sizes in pixels of a product's pictures for sharing, which the server draws: for WhatsApp's Status, and for
 * link previews.
 */
export const SHARE_PICTURES = {
  status: { width: 1080, height: 1920 },
  preview: { width: 1200, height: 630 },
} as const
export type SharePicture = keyof typeof SHARE_PICTURES

export const SHARE_FOLDER = '/share'

export const sharePicturePath = (productId: string, kind: SharePicture) =>
  `${SHARE_FOLDER}/${productId}/${kind}.jpg`

/** Link previews accept no larger picture. */
export const SHARE_PICTURE_BYTES_MAX = 300_000
