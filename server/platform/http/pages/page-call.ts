import { randomUUID } from 'node:crypto'
import type { PageCall } from '#contract/rendering/rendering.ts'
import type { Call } from '#server/platform/http/calls.ts'
import { toProblem } from '#server/platform/http/errors.ts'
import type { Log } from '#server/platform/process/log.ts'

/**
 * Calls of the page renderer to the API. They run in this process, within a request that is already counted and
 * logged.
 */
export const createPageCall =
  (calls: Readonly<Record<string, Call>>, log: Log): PageCall =>
  async (name, input) => {
    try {
      return { status: 200, body: await calls[name]?.(input) }
    } catch (error) {
      return toProblem(error, log, randomUUID())
    }
  }
