import { ensureProgram } from './debian-package.js'

/** What the benchmark measures with: wrk takes hardly anything of the processor that it measures. */
export function ensureLoadPrograms() {
  ensureProgram({
    program: 'wrk',
    versionFlag: '-v',
    versionStatus: 1,
    packageName: 'wrk',
    loss: 'the load comes from a Node process, which takes its part of the same processor',
  })
  ensureProgram({
    program: 'pgbench',
    versionFlag: '--version',
    packageName: 'postgresql-contrib',
    loss: 'searches cannot be measured',
  })
}
