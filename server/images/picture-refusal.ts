import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'
import { ImageRefused, type ImageRefusal } from './image.ts'

const CODES: Record<ImageRefusal, ProblemCode> = {
  'not-an-image': 'picture-not-an-image',
  'unsupported-type': 'picture-unsupported-type',
  'too-many-pixels': 'picture-too-many-pixels',
  damaged: 'picture-damaged',
  timeout: 'picture-unusable',
  'too-much-memory': 'picture-unusable',
  crashed: 'picture-unusable',
}

/** What is wrong with a picture, as a refusal that its sender reads; any other error stays as it is. */
export const asPictureRefusal = (error: unknown): unknown =>
  error instanceof ImageRefused ? new AppError(CODES[error.reason]) : error
