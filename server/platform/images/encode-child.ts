import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { EncodeReply, EncodeRequest } from './encode-worker.ts'
import type { ImageRecipe } from './image.ts'

/**
 * Large pieces go back to the system as soon as they are free, or a process that has encoded a dozen photos holds 80 MB
 * more than after the first. Bytes.
 */
const RETURNED_FROM = String(1024 * 1024)

const WORKER = path.join(import.meta.dirname, 'encode-worker.ts')

const NO_FONTS = path.join(import.meta.dirname, 'fonts', 'fonts.conf')

export interface Picture {
  recipe: ImageRecipe
  bytes: Uint8Array
}

export type EncodeResult = EncodeReply | { ended: string }

export type EncodeChild = ReturnType<typeof startEncodeChild>

export interface EncodeLimits {
  /** Resident memory of the process. */
  maxMemoryMb: number
  /** What all its threads together work on one picture. */
  maxCpuMs: number
  /** Until it is given up, should it not even keep its own limits. */
  timeoutMs: number
  /** Whether all else on the machine goes before it. Where others fill every core it then stands still for long. */
  givesWay: boolean
}

export function startEncodeChild({ maxMemoryMb, maxCpuMs, timeoutMs, givesWay }: EncodeLimits) {
  const child = fork(WORKER, [String(maxMemoryMb), String(maxCpuMs), givesWay ? 'gives-way' : ''], {
    execArgv: ['--max-old-space-size=128', '--expose-gc'],
    // Nothing of the server's environment: a decoder of strangers' files has no use for its secrets.
    env: {
      // No fonts of the machine: see draw-share.ts.
      FONTCONFIG_FILE: NO_FONTS,
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: RETURNED_FROM,
      MALLOC_TRIM_THRESHOLD_: RETURNED_FROM,
    },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  // Without a listener an error, such as sending to a process that has just died, would end the server.
  child.on('error', () => child.kill('SIGKILL'))
  child.stdin?.on('error', () => child.kill('SIGKILL'))

  return {
    pid: child.pid,
    /** One at a time. `ended` when the process died of it. */
    encode: ({ recipe, bytes }: Picture) => {
      const result = nextResult(child, timeoutMs)
      // It could not start, which its error says.
      if (child.pid === undefined) return result
      child.send({ recipe, size: bytes.byteLength } satisfies EncodeRequest)
      // Through a pipe of its own: within a message it would be copied while the server answers nobody.
      child.stdin?.write(bytes)
      return result
    },
    /** Ends it whatever it does, and waits until it is gone. */
    async kill() {
      const exit = hasEnded(child) ? undefined : once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

function nextResult(child: ChildProcess, timeoutMs: number): Promise<EncodeResult> {
  return new Promise((resolve) => {
    const finish = (result: EncodeResult) => {
      clearTimeout(timer)
      child.off('message', finish)
      child.off('exit', onExit)
      child.off('error', onError)
      resolve(result)
    }
    // A crash is a signal; a process that leaves with a code could not even begin, whatever the picture.
    const onExit = (code: number | null, signal: string | null) =>
      finish(signal ? { ended: signal } : { fault: `The encoder left with code ${code}.` })
    const onError = (error: Error) =>
      finish(child.pid === undefined ? { fault: error.message } : { ended: error.message })
    const timer = setTimeout(finish, timeoutMs, { refused: 'timeout' })
    child.on('message', finish)
    child.on('exit', onExit)
    child.on('error', onError)
  })
}
