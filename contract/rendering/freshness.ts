/**
 * Maximum age of public data from memory. Changes drop stale data at once, but a process receives another
 * process's changes a moment later, and not at all while its connection for notifications hangs. This limits
 * how old shown data may be. A CDN relies on it, and so does the client: after a person's own change, it
 * requests fresh replies for this long.
 */
export const FRESH_MS = 5_000
