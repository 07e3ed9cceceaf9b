/** SPEC 3: the name of a person who has neither a full name nor a username, or who has left. */
export const UNKNOWN_USER = 'Unknown User'

/** The name of a banned person until the ban is lifted. */
export const CLOSED_ACCOUNT = 'Closed account'
