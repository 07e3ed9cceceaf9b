import { AppError, invalidInput } from '#server/app-error.ts'

/** What only the database knows for sure: its constraints, told as refusals. */
const REFUSALS: Record<string, () => AppError> = {
  category_exists: () => invalidInput([{ field: 'form.category', message: 'Choose category' }]),
  buyer_exists: () => new AppError('buyer-unknown'),
  // The account was deleted while the request was on its way.
  seller_exists: () => new AppError('session-ended'),
}

export async function refusingByConstraint<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    throw (constraint && REFUSALS[constraint]?.()) || error
  }
}
