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

/** Code of the refusal that its sender reads. */
export const pictureProblem = ({ reason }: ImageRefused) => CODES[reason]

/** Turns errors of pictures and of the storage into refusals that the sender reads; other errors stay as they are. */
export function asPictureRefusal(error: unknown): unknown {
  if (error instanceof ImageRefused) return new AppError(pictureProblem(error))
  return error instanceof StorageError ? asAppError(error) : error
}
