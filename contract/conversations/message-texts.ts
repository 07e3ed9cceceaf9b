/** The page of a conversation, up to its id. */
export const CONVERSATION_PATH = '/conversation/'

/** What lists and notifications say of a message without words. */
export const PHOTO_MESSAGE = 'Photo'
