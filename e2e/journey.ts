import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { BLANK, type ContextOptions, hydrated, newContext } from './browser.ts'
import { marketUrl } from './market.ts'
import { collectProblems, ownProblems } from './page-problems.ts'
import { type Person, signedIn } from './people.ts'

interface OpenOptions extends ContextOptions {
  /** Problems that the journey causes on purpose, e.g. a missing page. */
  expected?: RegExp[]
  /** Runs before the page's own scripts. */
  before?: string
  /** Origins of other sites that the journey leads to. */
  otherSites?: string[]
}

/** Opens an address in a new browser and waits for hydration. */
export type OpenPage = (address: string, options: OpenOptions) => Promise<Page>

/** Opens an address as a newly logged-in person, by e-mail address or existing session. */
export type OpenSignedIn = (
  address: string,
  options: OpenOptions & ({ email: string } | { person: Person }),
) => Promise<Page>

/** A browser context without the check for problems, closed at the end. */
export type OpenContext = (options: ContextOptions) => Promise<BrowserContext>

/** Registers a step to run after the test. */
export type OnTestEnd = (step: () => unknown) => void

interface Opened {
  context: BrowserContext
  problems: string[]
  expected: RegExp[]
}

async function open(browser: Browser, address: string, options: OpenOptions): Promise<[Page, Opened]> {
  const context = await newContext(browser, options)
  const problems = await collectProblems(context, [marketUrl, ...(options.otherSites ?? [])])
  if (options.before !== undefined) await context.addInitScript(options.before)
  const page = await context.newPage()
  await page.goto(address)
  if (options.javaScript !== false && address !== BLANK) await hydrated(page)
  return [page, { context, problems, expected: options.expected ?? [] }]
}

/** Fails a journey at its end if a browser had any problem (see page-problems.ts). */
async function expectNoProblems({ context, problems, expected }: Opened): Promise<void> {
  await context.close()
  const unexpected = problems.filter((problem) => !expected.some((known) => known.test(problem)))
  expect(await ownProblems(unexpected), 'problems in the browser').toEqual([])
}

interface Fixtures {
  openPage: OpenPage
  openSignedIn: OpenSignedIn
  openContext: OpenContext
  onTestEnd: OnTestEnd
}

export const test = base.extend<Fixtures>({
  onTestEnd: async ({ browserName: _ }, provide) => {
    const steps: (() => unknown)[] = []
    await provide((step) => void steps.push(step))
    for (const step of steps.toReversed()) await step()
  },
  openContext: async ({ browser, onTestEnd }, provide) => {
    await provide(async (options) => {
      const context = await newContext(browser, options)
      onTestEnd(() => context.close())
      return context
    })
  },
  openPage: async ({ browser }, provide) => {
    const opened: Opened[] = []
    await provide(async (address, options) => {
      const [page, entry] = await open(browser, address, options)
      opened.push(entry)
      return page
    })
    for (const entry of opened) await expectNoProblems(entry)
  },
  openSignedIn: async ({ openPage }, provide) => {
    await provide(async (address, options) => {
      const person = 'person' in options ? options.person : await signedIn(options.email)
      return openPage(address, { ...options, storageState: person.stored() })
    })
  },
})

const POLL_MS = 50

/** Polls more often than Playwright's default. */
export const expectSoon: typeof expect.poll = (probe, options) =>
  expect.poll(probe, {
    intervals: [POLL_MS],
    ...(typeof options === 'string' ? { message: options } : options),
  })

export { expect } from '@playwright/test'
