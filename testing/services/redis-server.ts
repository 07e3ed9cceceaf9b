import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { freePort } from '#testing/scale/free-port.ts'
import { until } from '#testing/until.ts'

export interface RedisServer {
  url: string
  /** Stops it, loses all data and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.once('data', () => resolve(true))
    socket.once('connect', () => socket.write('PING\r\n'))
  }).then((answered) => {
    socket.destroy()
    return answered === true
  })
}

/** A real Redis without persistence. */
export async function startRedis(command: string): Promise<RedisServer> {
  const port = await freePort()
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn(command, args, { stdio: 'ignore' })
    const endWithUs = () => child.kill()
    process.once('exit', endWithUs)
    child.once('exit', () => process.off('exit', endWithUs))
    await until(() => {
      if (child.exitCode !== null) throw new Error(`${command} exited during its start`)
      return answers(port)
    })
    return child
  }
  let child = await start()
  const stop = async () => {
    if (child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async restart() {
      await stop()
      child = await start()
    },
    stop,
  }
}
