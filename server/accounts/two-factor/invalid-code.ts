import { PROBLEMS } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** Shown beside the field, as what was typed is what is wrong. */
export const invalidCode = (): AppError =>
  new AppError('invalid-code', { fields: [{ field: 'code', message: PROBLEMS['invalid-code'].message }] })
