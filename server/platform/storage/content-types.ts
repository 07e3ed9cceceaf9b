import path from 'node:path'

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.zip': 'application/zip',
  '.txt': 'text/plain',
}

/** Content type by the extension of a key. */
export const contentTypeOf = (key: string): string =>
  CONTENT_TYPES[path.extname(key)] ?? 'application/octet-stream'
