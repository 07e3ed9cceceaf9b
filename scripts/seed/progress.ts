import type { WriteStream } from 'node:tty'

const WIDTH = 30

/** A progress bar in a terminal, one line per step elsewhere. */
export function createProgress(out: WriteStream): (done: number, step: string) => void {
  let said = ''
  return (done, step) => {
    if (!out.isTTY) {
      if (step !== said) out.write(`${step}\n`)
      said = step
      return
    }
    const filled = Math.round(done * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    out.write(`\r${bar} ${String(Math.floor(done * 100)).padStart(3)} % ${step.padEnd(12)}`)
    if (done === 1) out.write('\n')
  }
}
