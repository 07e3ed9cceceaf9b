import cluster from 'node:cluster'
import { readConfig } from '#server/config/config.ts'
import { requireSeparateFolders } from '#server/platform/backup/separate-folders.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { recordFormerDeath } from '#server/platform/process/deaths.ts'
import { type Lifetime, lifetime } from '#server/platform/process/lifetime.ts'
import { readWorker } from '#server/platform/process/worker.ts'

/** Starts the site in this process, or supervises the processes that share its port. */
async function start(life: Lifetime): Promise<void> {
  const config = readConfig(process.env)
  if (cluster.isPrimary) {
    await requireSeparateFolders(config)
    recordFormerDeath(config.dataDir, process.env)
  }
  // The supervisor handles SIGUSR2 once its processes run; Node's default would kill this process.
  process.on('SIGUSR2', () => undefined)
  if (cluster.isPrimary && config.processes > 1) {
    const { superviseSite } = await import('./supervise.ts')
    return superviseSite(config, life)
  }
  const { openSite } = await import('./site.ts')
  return openSite(config, life, cluster.isWorker ? readWorker(process.env) : undefined)
}

const life = lifetime((error) => console.error(error))
try {
  await start(life)
} catch (error) {
  // Failures while the process closes are expected, so they are not logged.
  if (!life.ending.aborted) {
    if (error instanceof BootError) for (const line of error.lines) console.error(line)
    else console.error(error)
    await (error instanceof BootError && error.isTemporary ? life.endByFault() : life.end(1))
  }
}
