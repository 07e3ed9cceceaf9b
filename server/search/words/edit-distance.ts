/** Number of letters to insert, delete, change or swap with their neighbour to turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const from = [...a]
  const to = [...b]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of from.entries()) {
    const row = [i + 1]
    for (const [j, other] of to.entries()) {
      const change = at(last, j) + (character === other ? 0 : 1)
      let least = Math.min(change, at(last, j + 1) + 1, at(row, j) + 1)
      const swapped = i > 0 && j > 0 && character === to[j - 1] && other === from[i - 1]
      if (swapped) least = Math.min(least, at(beforeLast, j - 1) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}

const at = (row: number[], index: number) => row[index] ?? 0
