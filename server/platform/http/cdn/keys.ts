import { createHash } from 'node:crypto'

/** Key of every reply that a CDN may store. */
export const SITE_KEY = 'site'
/** Key of replies that list products. */
export const LISTS_KEY = 'lists'

const inShort = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

export const productKey = (id: string): string => `product-${id}`
/** Key of replies about a seller. */
export const sellerKey = (id: string): string => `seller-${id}`
/** Key of photos of a person's products. */
export const photosKey = (sellerId: string): string => `photos-${sellerId}`
/** Key of replies that show a person's name without their id, such as reviews. */
export const nameKey = (name: string): string => `name-${inShort(name)}`
/** Key of an avatar's files and of replies that show it. */
export const avatarKey = (src: string): string => `avatar-${inShort(src)}`
