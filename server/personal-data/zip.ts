import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  /** 'photos/1.jpg' */
  name: string
  content: AsyncIterable<Uint8Array>
  /** False for what is compressed already, such as pictures. */
  isText: boolean
}

const NOTHING = new Uint8Array(0)

/** A ZIP file piece by piece: no more of it is in memory than the piece that is being read. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    made.push(piece)
  })
  for await (const { name, content, isText } of entries) {
    const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    zip.add(file)
    for await (const piece of content) {
      file.push(piece)
      yield* made.splice(0)
    }
    file.push(NOTHING, true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
