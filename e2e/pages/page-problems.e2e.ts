import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { axeViolations, layoutShift, sidewaysScroll } from '#e2e/page-checks.ts'
import { collectProblems } from '#e2e/page-problems.ts'
import { expect, expectSoon, test, type OpenContext } from '#e2e/journey.ts'

const POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"

/** Serves `body` as a page; `/problem.js` is its script, any other address is missing. */
function site(body: string, script = ''): RequestListener {
  return (request, response) => {
    const type = request.url === '/problem.js' ? 'text/javascript' : 'text/html'
    const status = ['/', '/problem.js'].includes(request.url ?? '') ? 200 : 404
    const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Page</title><main>${body}</main><script src="/problem.js"></script>`
    response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY })
    response.end(type === 'text/html' ? page : script)
  }
}

async function visit(listener: RequestListener, openContext: OpenContext) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const origin = `http://127.0.0.1:${address.port}`
  const context = await openContext({ width: 390 })
  context.once('close', () => server.close())
  const problems = await collectProblems(context, [origin])
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForLoadState('networkidle')
  return { page, problems }
}

const ICON = '<link rel="icon" href="data:,">'

const CASES: [problem: string, body: string, script: string, expected: RegExp][] = [
  ['a console error', ICON, "console.error('broken')", /^console: broken/],
  [
    'a thrown error',
    ICON,
    "setTimeout(() => { throw new Error('thrown') })",
    /^thrown at http.*: Error: thrown/,
  ],
  ['a rejected promise', ICON, "Promise.reject(new Error('rejected'))", /^thrown at http.*: Error: rejected/],
  [
    'an inline script',
    `${ICON}<script>document.title = 'x'</script>`,
    '',
    /security policy: script-src-elem blocked inline/,
  ],
  ['a missing picture', `${ICON}<img src="/gone.jpg" alt="">`, '', /^answer 404: .*\/gone\.jpg$/],
  ['another host', ICON, "fetch('https://tracker.example/').catch(() => {})", /security policy: connect-src/],
  ['a hydration warning', ICON, "console.warn('Hydration failed')", /^console: Hydration failed/],
]
test('The collector reports each kind of problem', async ({ openContext }) => {
  for (const [problem, body, script, expected] of CASES) {
    const { page, problems } = await visit(site(body, script), openContext)
    await expect.poll(() => problems, { message: problem }).toContainEqual(expect.stringMatching(expected))
    await page.context().close()
  }
})

test('A sound page has no problem', async ({ openContext }) => {
  const { page, problems } = await visit(site(`${ICON}<h1>Hello</h1>`, "console.log('fine')"), openContext)
  expect(await axeViolations(page)).toEqual([])
  expect(await layoutShift(page)).toBe(0)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(problems).toEqual([])
})

test('The checks report axe violations, layout shift and sideways scroll', async ({ openContext }) => {
  const wide = '<h1>Hello</h1><p style="width: 900px; height: 300px">Wide</p><input>'
  const { page } = await visit(site(ICON + wide), openContext)
  expect(await axeViolations(page)).toContainEqual(expect.stringMatching(/^label: .*<input>/))
  await page.evaluate(() => {
    const banner = document.createElement('div')
    banner.style.height = '300px'
    document.querySelector('main')?.prepend(banner)
  })
  await expectSoon(() => layoutShift(page)).toBeGreaterThan(0.01)
  expect(await sidewaysScroll(page)).toBeGreaterThan(0)
})
