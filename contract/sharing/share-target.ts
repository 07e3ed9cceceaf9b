/**
 * Address for photos that another app shares with the installed app. The service worker answers it on the
 * device.
 */
export const SHARE_TARGET = '/shared-photos'
/** The field of the sent form, and the cache in which photos wait until a new listing is opened. */
export const SHARED_PHOTOS_FIELD = 'photos'
export const SHARED_PHOTOS_CACHE = 'shared-photos'
/** Headers stored with a waiting photo, because a reply has no name. */
export const SHARED_PHOTO_NAME = 'X-File-Name'
export const SHARED_PHOTO_MOMENT = 'X-Shared-At'
/** `phone`, or `unknown` if another site may have sent it: such a photo waits for a tap. */
export const SHARED_PHOTO_SENDER = 'X-Shared-By'

/** The page of the form for shared photos. */
export const SHARE_TARGET_FORM = '/create-product'
