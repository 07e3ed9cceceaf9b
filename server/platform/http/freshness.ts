/**
 * How long what anybody may read is shown from memory. What a change outdates is dropped at once; but a process learns of
 * another's change a moment later, and not at all while its connection for notifications hangs. So this bounds how old
 * a thing may be that is shown as it was before: the client and a CDN count on it.
 */
export const FRESH_MS = 5_000
/** Of what is known to be as it was: it bounds what time itself changes, such as the end of a notice. */
export const CONFIRMED_MS = 60_000
