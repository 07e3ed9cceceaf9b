/** Time for a person who looks at the conversation to read the message. */
export const MESSAGE_PUSH_DELAY_SECONDS = 4
/** Notifications that are still unread after this long are mailed. */
export const MAIL_DELAY_MINUTES = 10
