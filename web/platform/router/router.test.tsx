import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Link } from '#web/platform/ui/Link.tsx'
import { pathMatcher } from './match-path.ts'
import { resolve } from './location.ts'
import { BrowserRouter } from './Router.tsx'
import { useLocation, useNavigationType, useSearchParams } from './use-router.ts'

describe('a path pattern', () => {
  it.each([
    ['/', '/', {}],
    ['/products', '/Products//', {}],
    ['/products/:id', '/products/a%20b', { id: 'a b' }],
    ['/products/:id', '/products/%zz/', { id: '%zz' }],
    ['/products', '/products/1', undefined],
    ['/products/:id', '/products/', undefined],
    ['/products/:id', '/products/1/2', undefined],
    ['/', '/products', undefined],
  ])('matches %s against %s', (pattern, pathname, params) => {
    expect(pathMatcher(pattern)(pathname)).toEqual(params)
  })
})

it.each([
  ['/products?a=1#b', '/products', '?a=1', '#b'],
  ['//evil.example/x', '/evil.example/x', '', ''],
  ['/a?', '/a', '', ''],
  ['?b=2', '/here', '?b=2', ''],
  [{ search: 'c=3' }, '/here', '?c=3', ''],
  [{ search: '' }, '/here', '', ''],
])('resolves %o to an address of this site', (to, pathname, search, hash) => {
  expect(resolve(to, { pathname: '/here' })).toEqual({ pathname, search, hash })
})

function Page() {
  const { pathname, search, state } = useLocation()
  const navigation = useNavigationType()
  const [params, setParams] = useSearchParams()
  return (
    <>
      <output>{`${navigation} ${pathname}${search} ${params.get('tab')} ${JSON.stringify(state)}`}</output>
      <Link to="/products?tab=x" state={{ from: 1 }}>
        Go
      </Link>
      <Link to="/help" replace>
        Instead
      </Link>
      <Link to="/document" reloadDocument onClick={(event) => event.preventDefault()}>
        Document
      </Link>
      <button type="button" onClick={() => setParams({ tab: 'y' }, { replace: true })}>
        Tab
      </button>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const press = (name: string, init = {}) => fireEvent.click(screen.getByText(name), init)

describe('the browser’s router', () => {
  beforeEach(() => {
    // Pushed, not replaced, so that the history ahead of it is deleted.
    history.pushState(null, '', '/?tab=a')
    render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    )
  })

  it('follows links with their state and replaces entries', async () => {
    expect(shown()).toBe('POP /?tab=a a null')
    const { length } = history
    press('Go')
    expect(shown()).toBe('PUSH /products?tab=x x {"from":1}')
    expect([location.pathname + location.search, history.length]).toEqual(['/products?tab=x', length + 1])
    press('Go')
    await waitFor(() => expect(shown()).toBe('REPLACE /products?tab=x x {"from":1}'))
    press('Tab')
    await waitFor(() => expect(shown()).toBe('REPLACE /products?tab=y y null'))
    press('Instead')
    expect([shown(), history.length]).toEqual(['REPLACE /help null null', length + 1])
  })

  it('shows the page that the browser went back to', () => {
    act(() => {
      history.replaceState({ usr: { from: 2 }, key: 'k' }, '', '/help')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(shown()).toBe('POP /help null {"from":2}')
  })

  it('stays on the page when an overlay closes, and continues from there', async () => {
    press('Go')
    history.pushState({ ...history.state, above: 'sheet' }, '')
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(shown()).toBe('PUSH /products?tab=x x {"from":1}')
    const { length } = history
    press('Go')
    await waitFor(() => expect(history.state).not.toHaveProperty('above'))
    expect(history.length).toBe(length)
  })

  it('leaves other navigation to the browser', () => {
    const untouched = (event: MouseEvent) => event.preventDefault()
    addEventListener('click', untouched)
    press('Go', { ctrlKey: true })
    press('Go', { button: 1 })
    press('Document')
    removeEventListener('click', untouched)
    expect(shown()).toBe('POP /?tab=a a null')
  })
})
