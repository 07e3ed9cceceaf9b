import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'
import { ImageRefused, type ImageRefusal } from './image.ts'

const CODES = {
  'not-an-image': 'picture-not-an-image',
  'unsupported-type': 'picture-unsupported-type',
  'too-many-pixels': 'picture-too-many-pixels',
  damaged: 'picture-damaged',
  timeout: 'picture-unusable',
  'too-much-memory': 'picture-unusable',
  crashed: 'picture-unusable',
} as const satisfies Record<ImageRefusal, ProblemCode>

/** What is wrong with a picture, as its sender reads it. */
export const pictureProblem = ({ reason }: ImageRefused) => CODES[reason]

/** What is wrong with a picture, as a refusal that its sender reads; any other error stays as it is. */
export const asPictureRefusal = (error: unknown): unknown =>
  error instanceof ImageRefused ? new AppError(pictureProblem(error)) : error
