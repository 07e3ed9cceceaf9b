/** SPEC 3: the name of a person without full name and username, or of one who has left. */
export const UNKNOWN_USER = 'Unknown User'

/** The name of a banned person until the ban is lifted. */
export const CLOSED_ACCOUNT = 'Closed account'
