/**
 * Limits and constants of the product (SPEC 5 and 9). Lengths are in characters, prices in the deployment's
 * currency.
 */
export const FEATURED_PRODUCTS = 4
export const PRODUCTS_PER_PAGE = 24
export const PRODUCTS_PER_PAGE_MAX = 48
export const REVIEWS_PER_PAGE = 10
export const REPORTS_PER_PAGE = 20
export const CASES_PER_PAGE = 30
/** Cases that a moderator decides at once. */
export const CASES_AT_ONCE = 100
export const MODERATION_WORDS_MAX = 1000
export const REPORT_PICTURES_MAX = 3
export const NOTICE_TEXT_MAX = 200
export const CATEGORY_NAME_MAX = 40
export const CATEGORY_WORDS_MAX = 200
export const REFUSED_WORD_MAX = 40
export const SUGGESTIONS = 8

/**
 * Limits of a guard rule: its advice, a line of its patterns, the number of lines, and sample texts per
 * trial.
 */
export const GUARD_ADVICE_MAX = 400
export const GUARD_PATTERN_MAX = 500
export const GUARD_PATTERNS_MAX = 100
export const GUARD_SAMPLES_MAX = 50
/** Limits of a list of words that the guard takes for the same: the number of words, and the length of each. */
export const GUARD_LIST_WORDS_MAX = 200
export const GUARD_WORD_MAX = 40

export const TITLE_MIN = 3
export const TITLE_MAX = 100
export const DESCRIPTION_MAX = 2000
export const LOCATION_MAX = 100
export const PRICE_MAX = 999_999.99
export const TAGS_MAX = 10
export const TAG_MAX = 30
export const CUSTOM_FIELDS_MAX = 12
export const CUSTOM_FIELD_NAME_MAX = 40
export const CUSTOM_FIELD_VALUE_MAX = 100
export const LISTING_PHOTOS_MAX = 5
export const BULK_PHOTOS_MAX = 20
export const REVIEW_TITLE_MAX = 100
export const REVIEW_COMMENT_MAX = 500
export const REVIEW_REPLY_MAX = 500
export const BUYER_REVIEW_WORDS_MAX = 500

export const SEARCH_MAX = 100
/** Counts are exact up to here and shown as '1,000+' beyond. */
export const COUNT_EXACT_MAX = 1_000

/** Price slider (SPEC 9). Its right end means 'and above', and it filters nothing until it is moved. */
export const PRICE_SLIDER = { min: 0, max: 10_000, step: 100, shownMin: 0, shownMax: 5000 } as const

export const PHOTO_WIDTHS = [320, 640, 1280] as const
/** Widths of a person's picture, which is square. */
export const AVATAR_WIDTHS = [96, 256] as const
/** SPEC 5: 10 MB for any picture that is sent. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024

export const NAME_MIN = 2
export const FULL_NAME_MAX = 50
export const EMAIL_MAX = 254
/** The site's own path with its query, to return to. */
export const NEXT_PATH_MAX = 1000
export const USERNAME_MAX = 50
export const BIO_MAX = 500
export const PHONE_MAX = 20
export const WEBSITE_MAX = 255
export const PASSWORD_LOGIN_MIN = 6
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 100

/** The word that people without a password type before their account is deleted. */
export const DELETE_WORD = 'DELETE'

/** Attempts within a window of seconds (SPEC 9). */
export const LOGIN_LIMIT = { attempts: 5, seconds: 15 * 60 } as const
export const REGISTRATION_LIMIT = { attempts: 3, seconds: 60 * 60 } as const

/** Sellers' contact details that one person may request: enough to buy, too few to collect them. */
export const REVEALS_A_DAY = { attempts: 30, seconds: 24 * 60 * 60 } as const
/** The limit for accounts on their first day. */
export const REVEALS_ON_FIRST_DAY = { attempts: 5, seconds: 24 * 60 * 60 } as const
/**
 * Limits for one address, which a phone network gives to thousands of people: for everyone, and for accounts
 * on their first day.
 */
export const REVEALS_FROM_ADDRESS = { attempts: 300, seconds: 60 * 60 } as const
export const FIRST_DAY_REVEALS_FROM_ADDRESS = { attempts: 30, seconds: 60 * 60 } as const

/** SPEC 5: the default for texts. */
export const MESSAGE_MAX = 5000
export const CONTACT_SUBJECT_MAX = 100
export const MESSAGES_PER_PAGE = 50
export const CONVERSATIONS_PER_PAGE = 30
export const DEALS_PER_PAGE = 20
/** Deals that wait for a person, on their dashboard. */
export const WAITING_DEALS_MAX = 5
/** Limits per person against floods. */
export const MESSAGES_A_MINUTE = { attempts: 20, seconds: 60 } as const
export const NEW_CONVERSATIONS_AN_HOUR = { attempts: 10, seconds: 60 * 60 } as const
/** How well the site knows a person: by a verified phone, by time, by sales. */
export type TrustLevel = 'new' | 'known' | 'trusted'
/** Enough to clear out a room on the first day, too few to flood the market. */
export const LISTINGS_A_DAY: Record<TrustLevel, number> = { new: 8, known: 20, trusted: 30 }
export const NEW_CONVERSATIONS_A_DAY: Record<TrustLevel, number> = { new: 15, known: 40, trusted: 80 }
/** SPEC 9: the typing indicator stops by itself. */
export const TYPING_STOPS_MS = 3000
export const DASHBOARD_NOTIFICATIONS = 10
export const NOTIFICATIONS_PER_PAGE = 20
export const NOTIFICATIONS_PER_PAGE_MAX = 50
/** Browsers of one person that receive pushes. */
export const PUSH_SUBSCRIPTIONS_MAX = 10

/** People whom one person may block. */
export const BLOCKS_MAX = 500

export const FAVOURITES_MAX = 10_000
/** Favourites that are taken over from a browser at sign-in. */
export const FAVOURITES_MERGED_MAX = 200

export const SAVED_SEARCHES_MAX = 50
export const SAVED_MATCHES_SHOWN = 12
/**
 * Maximum length of a saved search's query as in an address, in which a character of the words and the location may
 * take nine.
 */
export const SAVED_QUERY_MAX = 2500

/**
 * Days for which a new account's first link waits for a moderator at most; then it arrives with only the
 * warning.
 */
export const HELD_DAYS = 2
