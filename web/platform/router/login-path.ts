export const loginPath = (from: string) =>
  from === '/' ? '/auth/login' : `/auth/login?next=${encodeURIComponent(from)}`
