/** The service worker's cache of photos in messages, until the person who saw them signs out. */
export const MESSAGE_PHOTOS_CACHE = 'message-photos'
