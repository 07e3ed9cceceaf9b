import type { ProblemCode } from '#contract/problem.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Refusals by foreign key, for rows that were deleted during the request. */
const MISSING: Partial<Record<ProblemCode, readonly string[]>> = {
  'session-ended': [
    'dealing_person_exists',
    'agreed_buyer_exists',
    'agreed_seller_exists',
    'account_profile_exists',
    'appellant_exists',
    'blocker_exists',
    'export_account_exists',
    'false_alarm_person_exists',
    'favourite_person_exists',
    'held_sender_exists',
    'identified_person_exists',
    'identity_account_exists',
    'mailed_person_exists',
    'note_author_exists',
    'message_sender_exists',
    'notified_person_exists',
    'phone_code_account_exists',
    'photo_seller_exists',
    'preferences_account_exists',
    'profile_person_exists',
    'push_person_exists',
    'push_session_exists',
    'reaction_person_exists',
    'recovery_account_exists',
    'refresh_session_exists',
    'reporter_exists',
    'reveal_viewer_exists',
    'reviewed_buyer_exists',
    'reviewer_exists',
    'reviewing_seller_exists',
    'saved_search_person_exists',
    'seller_exists',
    'stolen_phone_reporter_exists',
    'session_account_exists',
    'staff_account_exists',
    'token_account_exists',
    'traced_person_exists',
    'withheld_person_exists',
    'withheld_reviewer_exists',
  ],
  'product-not-found': [
    'agreed_product_exists',
    'conversation_product_exists',
    'favourite_product_exists',
    // A product is deleted with its seller.
    'first_person_exists',
    'answered_product_exists',
    'held_product_exists',
    'imei_product_exists',
    'image_product_exists',
    'matched_product_exists',
    'participant_exists',
    'photo_product_exists',
    'priced_product_exists',
    'review_product_exists',
    'seller_figures_seller_id_fkey',
    'second_person_exists',
    'viewed_product_exists',
  ],
  'buyer-unknown': ['buyer_exists'],
  'conversation-not-found': [
    'agreement_conversation_exists',
    'held_conversation_exists',
    'message_conversation_exists',
    'participant_conversation_exists',
  ],
  'deal-not-found': ['reviewed_deal_exists'],
  'message-not-found': ['reaction_message_exists', 'warned_message_exists'],
  'person-not-found': ['blocked_exists'],
  'photo-not-found': [
    'described_photo_exists',
    'described_upload_exists',
    'earlier_photo_exists',
    'hashed_photo_exists',
    'matched_photo_exists',
    'photo_to_describe_exists',
    'replaced_photo_exists',
  ],
  'review-not-found': ['told_review_exists', 'withheld_review_exists'],
  'saved-search-not-found': ['matching_search_exists'],
  'seller-not-found': [
    'case_person_exists',
    'reveal_seller_exists',
    'sanctioned_person_exists',
    'signal_person_exists',
  ],
  'not-found': [
    'claimed_case_exists',
    // A role was taken away during the request.
    'claiming_moderator_exists',
    'noted_case_exists',
    'photographed_case_exists',
    'reported_case_exists',
    'pictured_report_exists',
    'outside_report_exists',
  ],
}

const CODES: ReadonlyMap<string, ProblemCode> = new Map(
  Object.entries(MISSING).flatMap(([code, constraints]) =>
    constraints.map((constraint) => [constraint, code as ProblemCode] as const),
  ),
)

/** Foreign keys of rows that people choose in a form, with the field to name. */
const FIELDS: Record<string, { field: string; message: string }> = {
  category_exists: { field: 'form.category', message: 'Choose category' },
  saved_category_exists: { field: 'query', message: 'This category no longer exists.' },
}

/** Turns a violated foreign key into a refusal; undefined for every other error. */
export function asMissingRow(error: unknown): AppError | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== FOREIGN_KEY_VIOLATION || constraint === undefined) return undefined
  const field = FIELDS[constraint]
  if (field) return invalidInput([field])
  const refusal = CODES.get(constraint)
  return refusal && new AppError(refusal, { cause: error })
}
