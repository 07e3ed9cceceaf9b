/** Reads content that arrives in pieces into memory of any size. */
export function readPieces(content: AsyncIterable<Uint8Array>) {
  const pieces = content[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return {
    /**
     * Fills `memory` from `start` on. Resolves to the position where it stopped, which is before its end only at the
     * end of the content.
     */
    async fill(memory: Uint8Array, start = 0): Promise<number> {
      let filled = start
      while (filled < memory.byteLength) {
        if (rest.byteLength === 0) {
          const next = await pieces.next()
          if (next.done) break
          rest = next.value
        }
        const taken = rest.subarray(0, memory.byteLength - filled)
        memory.set(taken, filled)
        filled += taken.byteLength
        rest = rest.subarray(taken.byteLength)
      }
      return filled
    },
    /** Closes the source, whether or not it was read to its end. */
    async close(): Promise<void> {
      await pieces.return?.()
    },
  }
}
