import { ensureProgram } from './debian-package.js'

/** A varnishd; '' where there is none. */
export const ensureVarnish = () =>
  ensureProgram({
    program: 'varnishd',
    setting: 'VARNISH',
    versionFlag: '-V',
    packageName: 'varnish',
    untested: 'the site behind a cache',
  })
