import type { ProblemBody } from '#contract/problem.ts'
import type { PageCall } from '#contract/rendering/rendering.ts'
import { type ApiClient, ApiError } from './client.ts'
import { createSiteClock } from '#web/platform/config/site-clock.ts'

const asTexts = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )

const refuse = () => Promise.reject(new Error('Files travel between a browser and the server only'))

export const createServerClient = (call: PageCall, now: number): ApiClient => ({
  clock: createSiteClock({ renderedAt: now }),
  async call(name, input) {
    const { params, query } = input as { params?: object; query?: object }
    const { status, body } = await call(name, {
      params: asTexts({ ...params }),
      query: asTexts({ ...query }),
    })
    if (status >= 400) throw new ApiError(status, (body as ProblemBody).error)
    // The server made the reply by the same contract.
    return body as never
  },
  download: refuse,
  upload: refuse,
})
