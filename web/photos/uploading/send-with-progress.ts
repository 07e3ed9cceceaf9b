import type { ApiFetch } from '#web/platform/api/client.ts'

/** A connection without progress for this long is dead, whatever the browser reports. */
const STALL_MILLISECONDS = 45_000

/** Sends a file like `fetch` and reports the share that has been sent, from 0 to 1, which `fetch` cannot do. */
export function createProgressFetch(onProgress: (progress: number) => void): ApiFetch {
  return (address, { method = 'PUT', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      request.responseType = 'text'
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)

      let stall: ReturnType<typeof setTimeout>
      const moving = () => {
        clearTimeout(stall)
        stall = setTimeout(() => request.abort(), STALL_MILLISECONDS)
      }
      const lost = () => reject(new TypeError('The file could not be sent'))
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)

      request.upload.addEventListener('progress', ({ loaded, total }) => {
        moving()
        onProgress(total > 0 ? loaded / total : 0)
      })
      request.upload.addEventListener('load', () => onProgress(1))
      request.addEventListener('load', () => {
        const { responseText, status } = request
        const retryAfter = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' }
        resolve(new Response(responseText, { status, headers: retryAfter }))
      })
      request.addEventListener('error', lost)
      request.addEventListener('abort', lost)
      request.addEventListener('loadend', () => {
        clearTimeout(stall)
        signal?.removeEventListener('abort', abort)
      })
      if (signal?.aborted) return lost()
      moving()
      return request.send(body as Blob)
    })
}
