/** Uploads count and read by themselves (see upload.ts). */
export const BODY_BYTES = 64 * 1024

/** All filters at their longest, percent-encoded, stay below this. */
export const URL_CHARACTERS = 4096
