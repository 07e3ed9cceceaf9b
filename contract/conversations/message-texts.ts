/** Path of a conversation's page, up to its id. */
export const CONVERSATION_PATH = '/conversation/'

/** Text of a message without words in lists and notifications. */
export const PHOTO_MESSAGE = 'Photo'
