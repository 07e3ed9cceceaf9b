import { createHash } from 'node:crypto'

/** On every reply that a CDN may hold. */
export const SITE_KEY = 'site'
/** On whatever shows which products there are. */
export const LISTS_KEY = 'lists'

const inShort = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

export const productKey = (id: string): string => `product-${id}`
/** On what is said of a person who sells. */
export const sellerKey = (id: string): string => `seller-${id}`
/** On the photos of a person's products. */
export const photosKey = (sellerId: string): string => `photos-${sellerId}`
/** On what calls somebody by a name without saying who that is, as reviews do. */
export const nameKey = (name: string): string => `name-${inShort(name)}`
/** On a picture's files and on what shows it. */
export const avatarKey = (src: string): string => `avatar-${inShort(src)}`
