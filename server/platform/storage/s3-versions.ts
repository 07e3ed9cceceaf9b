import type { s3Requests } from './s3-requests.ts'
import { isStorageKey } from './storage.ts'

interface S3Version {
  key: string
  versionId: string
}

interface Reading {
  at: Date
  timeoutMilliseconds: number
}

/** Entries in the reply of `ListObjectVersions`. */
const ENTRIES = /<(Version|DeleteMarker)>(.*?)<\/\1>/gs
const partOf = (entry: string, name: string) => new RegExp(`<${name}>([^<]*)<`).exec(entry)?.[1] ?? ''

/**
 * Files that a bucket with versions contained at a moment, sorted by key, even if they were deleted or replaced
 * since. Services list the versions of a key from the newest to the oldest.
 */
export async function* versionsAt(
  send: ReturnType<typeof s3Requests>,
  { prefix, at, timeoutMilliseconds }: Reading & { prefix: string },
): AsyncGenerator<S3Version> {
  let decided: string | undefined
  for (let from: Record<string, string> | undefined = {}; from !== undefined;) {
    const query: string = new URLSearchParams({ versions: '', prefix, ...from }).toString()
    const response = await send({ method: 'GET', key: '', query, timeoutMilliseconds })
    const page = await response.text()
    for (const [, kind, entry = ''] of page.matchAll(ENTRIES)) {
      const key = partOf(entry, 'Key')
      if (key === decided || new Date(partOf(entry, 'LastModified')) > at) continue
      decided = key
      if (kind === 'Version' && isStorageKey(key)) yield { key, versionId: partOf(entry, 'VersionId') }
    }
    from =
      partOf(page, 'IsTruncated') === 'true'
        ? {
            'key-marker': partOf(page, 'NextKeyMarker'),
            'version-id-marker': partOf(page, 'NextVersionIdMarker'),
          }
        : undefined
  }
}

/** The query for a key's version at that moment; undefined if there was none. */
export async function versionOf(
  send: ReturnType<typeof s3Requests>,
  key: string,
  reading: Reading,
): Promise<string | undefined> {
  for await (const found of versionsAt(send, { prefix: key, ...reading }))
    if (found.key === key) return new URLSearchParams({ versionId: found.versionId }).toString()
  return undefined
}
