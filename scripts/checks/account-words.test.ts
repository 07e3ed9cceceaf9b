import { describe, expect, it } from 'vitest'
import { findOddAccountWords } from './account-words.ts'

const find = (source: string, path = 'web/accounts/Some.tsx') => findOddAccountWords(path, source)

describe('the check of words for logging in and signing up', () => {
  it.each([
    "showToast('Sign in first')",
    "showToast('You are signed in')",
    "const LOOKS = { 'signed-in': 'Signed-in people' }",
    '<h2>Two-factor sign-in</h2>',
    "const TITLE = 'Signing you in'",
    "showToast('Please login to continue')",
    "const HINT = 'Register when you are online again.'",
    "const HINT = 'If you did not register, ignore this.'",
    '<p>Go to the log-in page</p>',
    '<Link to={path}>Create account</Link>',
  ])('refuses %s', (source) => {
    expect(find(source)).toMatchObject([{ line: 1, text: source }])
  })

  it.each([
    "showToast('Log in first')",
    "const MENU = ['Login', 'Register', 'Logout']",
    "const TITLE = 'Too many login attempts. Please try again later.'",
    "writeSession(session, 'signed-in')",
    "import { signIn } from './use-sign-in.ts'",
    "form.register('email')",
    "const TITLE = 'Create Account'",
    '// A visitor signs in here.',
    '/** The people who are signed in. */',
    "summary: 'Signs in by a link.',",
    '<Button onClick={() => void logout()}>Sign out</Button>',
  ])('accepts %s', (source) => {
    expect(find(source)).toEqual([])
  })

  it('reads the texts of people only', () => {
    const source = "throw new Error('Nobody is signed in')"
    expect(find(source, 'server/accounts/sessions/login.ts')).toEqual([])
    expect(find(source, 'web/accounts/some.test.tsx')).toEqual([])
    expect(find('You are signed in.', 'legal/terms.md')).toHaveLength(1)
    expect(find('/* You */ signed in\n signed in', 'contract/problem.ts')).toHaveLength(2)
  })
})
