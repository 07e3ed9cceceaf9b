import { readdir, readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { createImageProcessor } from './image-processor.ts'

function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}

describe('the encoding process', () => {
  const photo = () => plainPicture(1600, 1200).jpeg().toBuffer()

  test('encodes one picture at a time, in order', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    const bytes = await photo()
    const done: number[] = []
    await Promise.all([0, 1, 2].map((index) => own.process(bytes).then(() => done.push(index))))
    expect(done).toEqual([0, 1, 2])
    expect(pids).toHaveLength(1)
    await own.close()
  })

  test('is replaced when killed during work, and the picture is completed', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    await own.process(await plainPicture(8, 8).png().toBuffer())
    const atWork = own.process(await photo())
    await setImmediate()
    process.kill(pids[0] ?? 0, 'SIGKILL')
    expect(await atWork).toMatchObject({ width: 1280, height: 960 })
    expect(pids).toHaveLength(2)
    await own.close()
  })

  test('is replaced by the next picture when killed while idle', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    const small = await plainPicture(8, 8).png().toBuffer()
    await own.process(small)
    process.kill(pids[0] ?? 0, 'SIGKILL')
    await expect.poll(() => isAlive(pids[0])).toBe(false)
    expect(await own.process(small)).toMatchObject({ width: 8 })
    expect(pids).toHaveLength(2)
    await own.close()
  })

  test('ends after some idle time and starts again for the next picture', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    const small = await plainPicture(8, 8).png().toBuffer()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const idle = async () => {
      // The result arrives a moment before the process is idle.
      await setImmediate()
      vi.runOnlyPendingTimers()
    }
    await Promise.all([own.process(small), own.process(small)])
    expect(pids).toHaveLength(1)
    await idle()
    await expect.poll(() => isAlive(pids[0])).toBe(false)
    // A picture may also arrive just before or during the end of the process.
    for (const turns of [0, 1]) {
      expect(await own.process(small)).toMatchObject({ width: 8 })
      await idle()
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      expect(await own.process(small)).toMatchObject({ width: 8 })
    }
    await own.close()
  })

  test('refuses a picture that crashes it twice and accepts the next', async () => {
    let started = 0
    const own = createImageProcessor({
      lowPriority: false,
      onStart: (pid) => {
        started += 1
        if (started <= 2) process.kill(pid, 'SIGKILL')
      },
    })
    const [first, second] = await Promise.allSettled([own.process(await photo()), own.process(await photo())])
    expect(first).toMatchObject({ status: 'rejected', reason: { name: 'ImageRefused', reason: 'crashed' } })
    expect(second).toMatchObject({ status: 'fulfilled' })
    await own.close()
  })

  test.each([
    ['takes too long', { timeoutMs: 1 }],
    ['needs too much work', { maxCpuMs: 1 }],
  ])('is killed when a picture %s', async (_, limit) => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, ...limit, onStart: (pid) => pids.push(pid) })
    await expect(own.process(await photo())).rejects.toMatchObject({ reason: 'timeout' })
    expect(isAlive(pids[0])).toBe(false)
    await expect(own.process(await photo())).rejects.toMatchObject({ reason: 'timeout' })
    expect(pids).toHaveLength(2)
    await own.close()
  })

  test('is killed when a picture needs too much memory', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, maxMemoryMb: 1, onStart: (pid) => pids.push(pid) })
    await expect(own.process(await photo())).rejects.toMatchObject({ reason: 'too-much-memory' })
    expect(isAlive(pids[0])).toBe(false)
    await own.close()
  })

  test('ends the current work when it is closed and refuses more', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    const atWork = own.process(await photo()).then(
      () => 'done',
      (error: Error) => error.message,
    )
    await expect.poll(() => pids.length).toBe(1)
    await own.close()
    expect(await atWork).toBe('The image processor is closed.')
    expect(isAlive(pids[0])).toBe(false)
    await expect(own.process(await photo())).rejects.toThrow('closed')
  })

  test.runIf(process.platform === 'linux')('runs all its threads at low priority', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ onStart: (pid) => pids.push(pid) })
    // A small picture, because a busy machine gives this process little time.
    await own.process(await plainPicture(64, 64).jpeg().toBuffer())
    const tasks = `/proc/${pids[0]}/task`
    const nices = (await readdir(tasks)).map(async (thread) => {
      const stat = await readFile(`${tasks}/${thread}/stat`, 'utf8').catch(() => undefined)
      // Field 17 after the name in brackets is the nice value (proc_pid_stat(5)).
      return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
    })
    const found = (await Promise.all(nices)).filter((nice) => nice !== undefined)
    expect(found.length).toBeGreaterThan(2)
    expect(new Set(found)).toEqual(new Set(['10']))
    await own.close()
  })

  test.runIf(process.platform === 'linux')('has no environment variables of the server', async () => {
    const pids: number[] = []
    const own = createImageProcessor({ lowPriority: false, onStart: (pid) => pids.push(pid) })
    await own.process(await plainPicture(8, 8).png().toBuffer())
    const environment = await readFile(`/proc/${pids[0]}/environ`, 'utf8')
    expect(environment.match(/[A-Z_]+(?==)/g)?.toSorted()).toEqual([
      'FONTCONFIG_FILE',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'UV_THREADPOOL_SIZE',
    ])
    await own.close()
  })
})
