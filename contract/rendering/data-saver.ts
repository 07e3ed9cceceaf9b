/**
 * A device's choice of small pictures, 'on' or 'off', as a cookie, because the server decides which pictures
 * a page names. Over https the name begins with `__Secure-`.
 */
export const DATA_SAVER_COOKIE = 'data-saver'
