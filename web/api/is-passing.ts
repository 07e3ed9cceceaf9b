import type { ApiError } from './client.ts'

/** Whether the same call may succeed later: no answer came, the session ended, or the server could not just now. */
export const isPassing = ({ status }: Pick<ApiError, 'status'>): boolean =>
  [0, 401, 408, 429].includes(status) || status >= 500
