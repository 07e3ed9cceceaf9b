/** Every refusal a person can meet: code, HTTP status, and the text shown (SPEC 5, 8, 9). */
export const PROBLEMS = {
  'invalid-input': { status: 422, message: 'Please fix the errors' },
  'malformed-json': { status: 400, message: 'The request body is not valid JSON.' },
  'body-too-large': { status: 413, message: 'That is too large to send.' },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'not-found': { status: 404, message: 'Not found' },
  'product-not-found': { status: 404, message: 'Product not found' },
  'authentication-required': { status: 401, message: 'Authentication required' },
  'session-ended': { status: 401, message: 'Your session has ended. Please log in again.' },
  forbidden: { status: 403, message: 'This is not yours to do.' },
  'cross-site-request': { status: 403, message: 'This request did not come from this site.' },
  'email-not-confirmed': { status: 403, message: 'Please verify your email address before logging in.' },
  'invalid-credentials': { status: 401, message: 'Invalid email or password.' },
  'too-many-logins': { status: 429, message: 'Too many login attempts. Please try again in 15 minutes.' },
  'too-many-registrations': {
    status: 429,
    message: 'Too many registration attempts. Please try again in 1 hour.',
  },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please try again later.' },
  'signup-disabled': { status: 403, message: 'Account registration is currently disabled.' },
  'already-registered': { status: 409, message: 'An account with this email already exists.' },
  'link-expired': { status: 410, message: 'This link has expired or was used already.' },
  'wrong-password': { status: 403, message: 'The current password is not right.' },
  overloaded: { status: 503, message: 'Sankofa is very busy. Please try again in a moment.' },
  fault: { status: 500, message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof PROBLEMS

export interface FieldProblem {
  /** Dotted path of the field as the caller sent it, e.g. `price`. */
  field: string
  message: string
}

/** Body of every reply that is not a success. */
export interface ProblemBody {
  error: {
    code: ProblemCode
    message: string
    fields?: FieldProblem[]
    /** Quote it to support; the log has the same id. */
    requestId: string
  }
}
