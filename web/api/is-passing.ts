import type { ApiError } from './client.ts'

/** Whether the same call may succeed later: no answer came, the session ended, or the server could not just now. */
export const isPassing = ({ status }: Pick<ApiError, 'status'>): boolean =>
  [0, 401, 408, 429].includes(status) || status >= 500

/** Away or out of time or room, which trying again mends; any other failure of the server it may not. */
const AWAY = [502, 503, 504, 507]

export const isFault = ({ status }: Pick<ApiError, 'status'>): boolean =>
  status >= 500 && !AWAY.includes(status)
