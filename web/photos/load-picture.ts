import type { PhotoEntry } from './photo-entries.ts'

/** The file of a photo for editing: the local one, or else the server's largest. */
export async function loadPicture(
  { key, photo }: PhotoEntry,
  localFile: (key: string) => Promise<Blob> | undefined,
): Promise<Blob> {
  const local = await localFile(key)
  if (local) return local
  if (!photo) throw new Error('The photo is not there yet')
  const reply = await fetch(`${photo.src}-1280.jpg`)
  if (!reply.ok) throw new Error(`The photo's file was answered with ${reply.status}`)
  return reply.blob()
}
