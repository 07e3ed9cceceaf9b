import { ensureProgram } from './debian-package.js'

/** Path of a varnishd, or ''. */
export const ensureVarnish = () =>
  ensureProgram({
    program: 'varnishd',
    setting: 'VARNISH',
    versionFlag: '-V',
    packageName: 'varnish',
    loss: 'the site behind a cache is not tested',
  })
