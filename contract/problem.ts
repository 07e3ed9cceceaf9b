/** Every refusal a person can meet: code, HTTP status, and the text shown (SPEC 5, 8, 9). */
export const PROBLEMS = {
  'invalid-input': { status: 422, message: 'Please fix the errors' },
  'malformed-json': { status: 400, message: 'The request body is not valid JSON.' },
  'body-too-large': { status: 413, message: 'That is too large to send.' },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'not-found': { status: 404, message: 'Not found' },
  'product-not-found': { status: 404, message: 'Product not found' },
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
