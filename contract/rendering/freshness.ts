/**
 * How long what anybody may read is shown from memory. What a change outdates is dropped at once; but a process learns of
 * another's change a moment later, and not at all while its connection for notifications hangs. So this bounds how old
 * a thing may be that is shown as it was before. A CDN counts on it, and so does the client: to show people their own
 * changes, it requests fresh replies that long.
 */
export const FRESH_MS = 5_000
