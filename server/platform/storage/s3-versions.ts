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

/** Of each entry of a list of versions, as `ListObjectVersions` answers. */
const ENTRIES = /<(Version|DeleteMarker)>(.*?)<\/\1>/gs
const partOf = (entry: string, name: string) => new RegExp(`<${name}>([^<]*)<`).exec(entry)?.[1] ?? ''

/**
 * What a bucket with versions held at a moment, in the order of keys, in spite of what was deleted or replaced since.
 * Services list the versions of a key from the newest to the oldest.
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

/** The query for what a key held then; undefined where it held nothing. */
export async function versionOf(
  send: ReturnType<typeof s3Requests>,
  key: string,
  reading: Reading,
): Promise<string | undefined> {
  for await (const found of versionsAt(send, { prefix: key, ...reading }))
    if (found.key === key) return new URLSearchParams({ versionId: found.versionId }).toString()
  return undefined
}
