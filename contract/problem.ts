/** Every refusal that a person can see: code, HTTP status and text (SPEC 5, 8, 9). */
export const PROBLEMS = {
  'invalid-input': { status: 422, message: 'Please fix the errors' },
  'malformed-json': { status: 400, message: 'The request body is not valid JSON.' },
  'body-too-large': { status: 413, message: 'That is too large to send.' },
  'request-incomplete': {
    status: 408,
    message: 'Your connection was too slow or was lost. Please try again.',
  },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'not-found': { status: 404, message: 'Not found' },
  'product-not-found': { status: 404, message: 'Product not found' },
  'authentication-required': { status: 401, message: 'Authentication required' },
  'session-ended': { status: 401, message: 'Your session has ended. Please log in again.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'cross-site-request': { status: 403, message: 'This request did not come from this site.' },
  'email-not-confirmed': { status: 403, message: 'Please verify your email address before logging in.' },
  'invalid-credentials': { status: 401, message: 'Invalid email or password.' },
  'too-many-logins': { status: 429, message: 'Too many login attempts. Please try again in 15 minutes.' },
  'too-many-logins-here': { status: 429, message: 'Too many login attempts. Please try again later.' },
  'too-many-registrations': {
    status: 429,
    message: 'Too many registration attempts. Please try again in 1 hour.',
  },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please try again later.' },
  'provider-unknown': { status: 404, message: 'This way to log in is not available.' },
  'provider-unreachable': {
    status: 502,
    message: 'We could not reach the login service. Please try again.',
  },
  'provider-refused': {
    status: 403,
    message: 'The login service did not confirm this login. Please try again.',
  },
  'provider-email-unverified': {
    status: 403,
    message: 'That account has no verified e-mail address. Verify one there, then try again.',
  },
  'sign-in-expired': {
    status: 410,
    message: 'This login took too long or was used already. Please try again.',
  },
  'signup-disabled': { status: 403, message: 'Account registration is currently disabled.' },
  'already-registered': { status: 409, message: 'An account with this email already exists.' },
  'link-expired': { status: 410, message: 'This link has expired or was used already.' },
  'wrong-password': { status: 403, message: 'Your current password is wrong.' },
  'reauthentication-required': { status: 403, message: 'Please confirm that it is you first.' },
  'second-step-required': {
    status: 403,
    message: 'Please enter the code from your authenticator app first.',
  },
  'link-elsewhere': {
    status: 403,
    message: 'Please open this link in the browser where you asked for it.',
  },
  'export-under-way': { status: 409, message: 'We are already preparing a copy of your data.' },
  'no-user-to-delete': { status: 404, message: 'No user found to delete' },
  'invalid-code': { status: 422, message: 'Invalid verification code' },
  'challenge-expired': { status: 410, message: 'That took too long. Please log in again.' },
  'two-factor-on': { status: 409, message: 'Two-factor login is already on.' },
  'two-factor-off': { status: 409, message: 'Two-factor login is not on.' },
  'phone-code-expired': { status: 410, message: 'This code no longer works. Ask for a new one.' },
  'phone-in-use': {
    status: 409,
    message:
      'Another account logs in with this number. Log in there and add an e-mail address, or delete that account.',
  },
  'browser-check-needed': {
    status: 403,
    message: 'We could not check your browser. Please try again.',
  },
  'sms-unavailable': { status: 503, message: 'We cannot send text messages now. Please try again later.' },
  'seller-not-found': { status: 404, message: 'Seller not found' },
  'phone-not-available': { status: 404, message: 'Phone number not available' },
  'email-not-available': { status: 404, message: 'Email not available' },
  'website-not-available': { status: 404, message: 'Website not available' },
  'too-many-reveals': {
    status: 429,
    message: 'You have looked up many contact details. Please try again later.',
  },
  'picture-too-large': { status: 413, message: 'The picture is larger than 10 MB. Choose a smaller one.' },
  'picture-not-an-image': { status: 422, message: 'This file is not a picture.' },
  'picture-unsupported-type': { status: 422, message: 'Choose a JPEG, PNG, WebP or GIF picture.' },
  'picture-too-many-pixels': {
    status: 422,
    message: 'The picture has too many pixels. Choose a smaller one.',
  },
  'picture-damaged': { status: 422, message: 'The picture is damaged. Choose another one.' },
  'picture-unusable': { status: 422, message: 'We could not use this picture. Choose another one.' },
  'picture-name': {
    status: 422,
    message:
      'Rename the file. Use only letters, digits, spaces, dots, hyphens, underscores and parentheses, and end with .jpg, .png, .webp or .gif.',
  },
  'too-many-images': { status: 409, message: 'Maximum 5 images allowed' },
  'too-many-unassigned-photos': {
    status: 409,
    message: 'Maximum 20 photos at once. Put some of them into listings first.',
  },
  'image-required': { status: 422, message: 'Add at least 1 image' },
  'photo-not-found': { status: 404, message: 'We cannot find this photo.' },
  'photos-changed': { status: 409, message: 'The photos were changed elsewhere. Check them and try again.' },
  'storage-full': {
    status: 503,
    message: 'We have no room for photos now. Your photo is still here. Please try again later.',
  },
  'edited-elsewhere': {
    status: 409,
    message: 'This listing was changed elsewhere. What you typed is still here.',
  },
  'changed-elsewhere': {
    status: 409,
    message: 'This listing was changed elsewhere, so we changed nothing.',
  },
  'already-published': { status: 409, message: 'This listing is published already.' },
  'not-published': { status: 409, message: 'This listing is still a draft.' },
  'product-held': {
    status: 409,
    message: 'This listing is not shown while we check it.',
  },
  'not-held': { status: 409, message: 'We are not checking this listing any more.' },
  'answered-today': {
    status: 409,
    message: 'You have written to the moderators today. You can write again tomorrow.',
  },
  'account-limited': {
    status: 403,
    message: 'Your account is limited now. To see why, open Me, then Decisions.',
  },
  'account-suspended': {
    status: 403,
    message: 'This account is suspended. Log in to see why, until when, and how to appeal.',
  },
  'account-banned': {
    status: 403,
    message: 'This account was closed. Log in to see why, and how to appeal.',
  },
  'own-case': { status: 403, message: 'Somebody else has to decide about this.' },
  'staff-too-fast': {
    status: 429,
    message: 'You have done a lot in one hour. Continue later, or leave it to a colleague.',
  },
  'staff-case': { status: 403, message: 'An administrator has to decide about this.' },
  'case-decided': {
    status: 409,
    message: 'A colleague has already decided this. Open it again to see the decision.',
  },
  'decision-final': {
    status: 409,
    message: 'It is too late to take this back. You can decide again.',
  },
  'own-role': { status: 403, message: 'Another administrator has to change your role.' },
  'not-appealable': { status: 409, message: 'You cannot appeal this, or you have already done so.' },
  'too-many-drafts': { status: 409, message: 'You have 100 drafts. Publish or delete some first.' },
  'buyer-unknown': { status: 422, message: 'Choose one of the people who wrote about this listing.' },
  'product-sold': { status: 409, message: 'This item is sold.' },
  'price-fixed': { status: 409, message: 'The price is fixed, so nobody can offer another one.' },
  'too-many-offers': {
    status: 409,
    message: 'You have made three offers for this. You can still write a message.',
  },
  'agreement-changed': { status: 409, message: 'This has changed since. Look at it again.' },
  'promised-to-another': { status: 409, message: 'This is reserved for somebody else now.' },
  'cannot-message-yourself': { status: 403, message: 'Cannot message yourself' },
  'conversation-not-found': { status: 404, message: 'Conversation not found' },
  'conversation-access-denied': {
    status: 403,
    message: 'You do not have access to this conversation',
  },
  'person-left': { status: 409, message: 'This person has left and cannot read your message.' },
  'person-banned': {
    status: 409,
    message: 'This account was closed for breaking the rules. Do not pay.',
  },
  // The text does not reveal the reason: it also covers people whom the market has suspended.
  'person-unavailable': { status: 409, message: 'This person cannot receive messages now.' },
  'person-blocked': { status: 409, message: 'You blocked this person. Unblock them first.' },
  'person-not-found': { status: 404, message: 'We cannot find this person.' },
  'cannot-block-yourself': { status: 403, message: 'You cannot block yourself.' },
  'too-many-blocks': { status: 409, message: 'You have blocked 500 people. Unblock some first.' },
  'notification-not-found': { status: 404, message: 'We cannot find this notification.' },
  'push-not-accepted': { status: 422, message: 'We cannot send notifications to this browser.' },
  'push-not-found': { status: 404, message: 'Notifications are off in this browser.' },
  'message-not-found': { status: 404, message: 'We cannot find this message.' },
  'too-many-messages': {
    status: 429,
    message: 'You are writing very fast. Please wait a moment before the next message.',
  },
  'too-many-conversations': {
    status: 429,
    message: 'You have started many chats. Please try again in an hour.',
  },
  'verify-phone-to-list': {
    status: 403,
    message: 'You have added many listings today. Verify your phone to add more today.',
  },
  'too-many-listings': {
    status: 429,
    message: 'You have added many listings today. You can add more tomorrow.',
  },
  'verify-phone-to-write': {
    status: 403,
    message: 'You have written to many new people today. Verify your phone to write to more today.',
  },
  'too-many-conversations-today': {
    status: 429,
    message: 'You have written to many new people today. You can write to more tomorrow.',
  },
  'own-product-review': { status: 403, message: 'You cannot review your own listing.' },
  'review-closed': { status: 409, message: 'This item is sold, so only its buyer can review it.' },
  'already-reviewed': {
    status: 409,
    message: 'Failed to submit review. You may have already reviewed this product.',
  },
  'review-not-found': { status: 404, message: 'We cannot find this review.' },
  'deal-not-found': { status: 404, message: 'We cannot find this deal.' },
  'deal-review-closed': { status: 409, message: 'The time for this review is over.' },
  'deal-already-reviewed': { status: 409, message: 'You have already reviewed this deal.' },
  'already-answered': { status: 409, message: 'You have answered this review already.' },
  'too-many-favourites': { status: 409, message: 'You have 10,000 favourites. Remove some first.' },
  'saved-search-empty': { status: 422, message: 'Choose at least one filter or word first.' },
  'saved-search-not-found': { status: 404, message: 'We cannot find this saved search.' },
  'too-many-saved-searches': {
    status: 409,
    message: 'You have 50 saved searches. Remove some first.',
  },
  unavailable: {
    status: 503,
    message: 'This does not work at the moment. Please try again in a minute.',
  },
  'saving-unavailable': {
    status: 503,
    message: 'We cannot save anything now. Please try again in a few minutes.',
  },
  'photos-unavailable': {
    status: 503,
    message: 'Photos are not available now. Please try again in a few minutes.',
  },
  overloaded: { status: 503, message: 'The site is very busy. Please try again in a moment.' },
  fault: { status: 500, message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof PROBLEMS

export interface FieldProblem {
  /** Dotted path of the field in the caller's input, for example `price`. */
  field: string
  message: string
}

/** State of a listing that differs from the caller's. */
export interface CurrentListing {
  status: 'draft' | 'available' | 'reserved' | 'sold' | 'held'
  version: number
  /** Name of the person for whom it is reserved or to whom it was sold. */
  buyer: string | null
}

/** Body of every unsuccessful reply. */
export interface ProblemBody {
  error: {
    code: ProblemCode
    message: string
    fields?: FieldProblem[]
    /** Set with 'changed-elsewhere'. */
    current?: CurrentListing
    /**
     * Set with 'account-suspended' and 'account-banned' for people who have proved that the account is
     * theirs; opens `/appeal`.
     */
    appealToken?: string
    /** Id to quote to support; the log contains the same id. */
    requestId: string
  }
}
