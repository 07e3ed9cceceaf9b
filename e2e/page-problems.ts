import type { BrowserContext, Request } from '@playwright/test'

/**
 * React's numbers for a page whose HTML differs from the browser's rendering; production builds give no text.
 */
const HYDRATION = /Minified React error #(418|421|422|423|425)|hydrat/i

const MISSING_PHOTO = /404.*?(https?:\/\/[^/]+)\/photos\/product-images\/([\w-]{36})\//

/** Whether a missing photo belongs to a listing that another journey has withdrawn in the meantime. */
async function isOfWithdrawnListing(problem: string): Promise<boolean> {
  const [, origin, id] = MISSING_PHOTO.exec(problem) ?? []
  if (id === undefined) return false
  return (await fetch(`${origin}/api/products/${id}`)).status === 404
}

/** Leaves out problems that other journeys cause on the shared market. */
export async function ownProblems(problems: string[]): Promise<string[]> {
  const areOthers = await Promise.all(problems.map(isOfWithdrawnListing))
  return problems.filter((_, index) => !areOthers[index])
}

function failureOf(request: Request): string | undefined {
  const reason = request.failure()?.errorText ?? 'failed'
  // Leaving a page cancels its unfinished requests.
  return reason === 'net::ERR_ABORTED' ? undefined : `request failed: ${request.url()} (${reason})`
}

/**
 * Collects all complaints of a browser: errors in the console or thrown, reports of the content security
 * policy, hydration differences, failed requests, requests to another host.
 */
export async function collectProblems(context: BrowserContext, origins: string[]): Promise<string[]> {
  const problems: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`security policy: ${violatedDirective} blocked ${blockedURI} of ${sourceFile}`)
    })
  })
  // A route would intercept every request and disable the browser's cache.
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!origins.includes(origin) && /^https?:$/.test(protocol)) {
      problems.push(`request to another host: ${request.url()}`)
    }
  })
  context.on('console', (message) => {
    const isWarning = message.type() === 'warning' && HYDRATION.test(message.text())
    if (message.type() === 'error' || isWarning) {
      problems.push(`console: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (thrown) => {
    const error = thrown.error()
    problems.push(`thrown at ${thrown.page()?.url()}: ${error.stack ?? error.message}`)
  })
  context.on('requestfailed', (request) => {
    const failure = failureOf(request)
    if (failure) problems.push(failure)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`)
  })
  return problems
}
