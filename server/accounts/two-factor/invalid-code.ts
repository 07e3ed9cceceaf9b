import { PROBLEMS } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** The error names the field, so that the form shows it there. */
export const invalidCode = (): AppError =>
  new AppError('invalid-code', { fields: [{ field: 'code', message: PROBLEMS['invalid-code'].message }] })
