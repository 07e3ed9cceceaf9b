import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withStorageErrors } from '#server/platform/storage/storage-failure.ts'

export interface UnnamedFile {
  write(piece: Uint8Array): Promise<void>
  /** Reads everything that was written. */
  read(): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Opens a file and removes its name at once, so that its space is freed when the file is closed or the process dies.
 */
export function openUnnamedFile(folder: string): Promise<UnnamedFile> {
  return withStorageErrors(async () => {
    await mkdir(folder, { recursive: true })
    const name = join(folder, randomUUID())
    const handle = await open(name, 'wx+')
    await rm(name)
    return unnamedFile(handle)
  })
}

function unnamedFile(handle: FileHandle): UnnamedFile {
  let size = 0
  return {
    async write(piece) {
      await withStorageErrors(() => handle.writeFile(piece))
      size += piece.byteLength
    },
    async read() {
      const bytes = new Uint8Array(size)
      for (let at = 0; at < size;) {
        const { bytesRead } = await handle.read(bytes, at, size - at, at)
        if (bytesRead === 0) throw new Error('An upload became shorter on the disk')
        at += bytesRead
      }
      return bytes
    },
    close: () => handle.close(),
  }
}
