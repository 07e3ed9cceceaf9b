import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
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

/** Why a picture could not be taken, as a refusal that its sender reads; any other error stays as it is. */
export function asPictureRefusal(error: unknown): unknown {
  if (error instanceof ImageRefused) return new AppError(pictureProblem(error))
  return error instanceof StorageError ? asAppError(error) : error
}
