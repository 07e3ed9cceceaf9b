import type { PhotoEntry } from './photo-entries.ts'

/** The file of a photo for editing: the local one, or else the server's largest. */
export async function loadPicture(
  { key, photo }: PhotoEntry,
  localFile: (key: string) => Promise<Blob> | undefined,
): Promise<Blob> {
  const local = await localFile(key)
  if (local) return local
  if (!photo) throw new Error('The photo has neither a local file nor one on the server')
  const reply = await fetch(`${photo.src}-1280.jpg`)
  if (!reply.ok) throw new Error(`Cannot load the photo's file (status ${reply.status})`)
  return reply.blob()
}
