import sharp from 'sharp'
import { expect } from 'vitest'
import type { Storage } from '#server/platform/storage/storage.ts'

/** Expects that a stored picture is upright and says nothing about its owner, such as `trace`. Returns its bytes. */
export async function readClean(storage: Storage, key: string, trace: string): Promise<Uint8Array> {
  const found = await storage.read(key)
  const bytes = await new Response(found?.stream).bytes()
  expect(Buffer.from(bytes).includes(trace)).toBe(false)
  const { format, exif, xmp, iptc, icc, orientation, pages } = await sharp(bytes).metadata()
  expect({ exif, xmp, iptc, icc }).toEqual({})
  expect([orientation ?? 1, pages ?? 1]).toEqual([1, 1])
  expect(format).toBe(key.endsWith('.avif') ? 'heif' : 'jpeg')
  return bytes
}
