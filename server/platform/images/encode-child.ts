import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { EncodeReply, EncodeRequest } from './encode-worker.ts'
import type { ImageRecipe } from './image.ts'

/**
 * Freed memory of at least this many bytes returns to the system at once; otherwise a process uses 80 MB more after a
 * dozen photos than after the first.
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
  /** Maximum resident memory of the process. */
  maxMemoryMb: number
  /** Maximum CPU time of all its threads for one picture. */
  maxCpuMs: number
  /** Maximum time for one picture, in case the process does not observe its own limits. */
  timeoutMs: number
  /** True if the process has a lower priority. While other programs use all cores, it then makes little progress. */
  lowPriority: boolean
}

export function startEncodeChild({ maxMemoryMb, maxCpuMs, timeoutMs, lowPriority }: EncodeLimits) {
  const child = fork(WORKER, [String(maxMemoryMb), String(maxCpuMs), lowPriority ? 'low-priority' : ''], {
    execArgv: ['--max-old-space-size=128', '--expose-gc'],
    // The server's environment is not passed on, because a decoder of strangers' files must not see secrets.
    env: {
      // The machine's fonts are not used (see draw-share.ts).
      FONTCONFIG_FILE: NO_FONTS,
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: RETURNED_FROM,
      MALLOC_TRIM_THRESHOLD_: RETURNED_FROM,
    },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  // Without a listener, an error would end the server, for example when sending to a process that has just died.
  child.on('error', () => child.kill('SIGKILL'))
  child.stdin?.on('error', () => child.kill('SIGKILL'))

  return {
    pid: child.pid,
    /** Encodes one picture at a time. The result is `ended` if the process died. */
    encode: ({ recipe, bytes }: Picture) => {
      const result = nextResult(child, timeoutMs)
      // The process could not start; its error event says why.
      if (child.pid === undefined) return result
      child.send({ recipe, size: bytes.byteLength } satisfies EncodeRequest)
      // Pictures are sent through a pipe, because a message would be copied while the event loop is blocked.
      child.stdin?.write(bytes)
      return result
    },
    /** Kills the process and waits until it has ended. */
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
    // A crash ends the process by a signal. An exit code means that it could not even start, so the picture is not
    // the cause.
    const onExit = (code: number | null, signal: string | null) =>
      finish(signal ? { ended: signal } : { fault: `The encoder exited with code ${code}.` })
    const onError = (error: Error) =>
      finish(child.pid === undefined ? { fault: error.message } : { ended: error.message })
    const timer = setTimeout(finish, timeoutMs, { refused: 'timeout' })
    child.on('message', finish)
    child.on('exit', onExit)
    child.on('error', onError)
  })
}
