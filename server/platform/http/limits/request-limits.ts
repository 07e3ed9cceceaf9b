/** Maximum body of a request; uploads have limits of their own (see upload.ts). */
export const BODY_BYTES = 64 * 1024

/** Long enough for all filters at their maximum length, percent-encoded. */
export const URL_CHARACTERS = 4096
