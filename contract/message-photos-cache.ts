/** Where the service worker keeps photos of messages, until the person who saw them signs out. */
export const MESSAGE_PHOTOS_CACHE = 'message-photos'
