/** SPEC 3: the name of a person who has neither a full name nor a username, or has left. */
export const UNKNOWN_USER = 'Unknown User'

/** And of a person who was banned, until the ban is lifted. */
export const CLOSED_ACCOUNT = 'Closed account'
