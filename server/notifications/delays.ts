/** In which the person who looks at a conversation has read the message. */
export const MESSAGE_PUSH_DELAY_SECONDS = 4
/** What is unread by then goes into a mail. */
export const MAIL_DELAY_MINUTES = 10
