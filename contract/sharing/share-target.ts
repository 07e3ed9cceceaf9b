/** Where an installed app receives photos that another app shares. The service worker answers it on the device. */
export const SHARE_TARGET = '/shared-photos'
/** The field of the sent form, and the cache in which photos wait until a new listing is opened. */
export const SHARED_PHOTOS_FIELD = 'photos'
export const SHARED_PHOTOS_CACHE = 'shared-photos'
/** What a waiting photo is stored with, since a reply has no name. */
export const SHARED_PHOTO_NAME = 'X-File-Name'
export const SHARED_PHOTO_MOMENT = 'X-Shared-At'
/** `phone`, or `unknown` where another site may have sent it: that one waits for a tap. */
export const SHARED_PHOTO_SENDER = 'X-Shared-By'

/** The form that a shared photo begins. */
export const SHARE_TARGET_FORM = '/create-product'
