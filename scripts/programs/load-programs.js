import { ensureProgram } from './debian-package.js'

/** Programs of the benchmark: wrk uses little of the processor that it measures. */
export function ensureLoadPrograms() {
  ensureProgram({
    program: 'wrk',
    versionFlag: '-v',
    versionStatus: 1,
    packageName: 'wrk',
    loss: 'a Node process creates the load and uses a part of the same processor',
  })
  ensureProgram({
    program: 'pgbench',
    versionFlag: '--version',
    packageName: 'postgresql-contrib',
    loss: 'searches cannot be measured',
  })
}
