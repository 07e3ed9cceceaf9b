import { ensureProgram } from './debian-package.js'

/** A varnishd; '' where there is none. */
export const ensureVarnish = () =>
  ensureProgram({
    program: 'varnishd',
    setting: 'VARNISH',
    versionFlag: '-V',
    packageName: 'varnish',
    loss: 'the site behind a cache is not tested',
  })
