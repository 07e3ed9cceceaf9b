import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireWorkingNode } from './install.js'

describe('the installed Node', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'install-'))
    writeFileSync(join(folder, 'list'), '{}')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is accepted if it runs', () => {
    requireWorkingNode(process.execPath, join(folder, 'list'))
    expect(existsSync(join(folder, 'list'))).toBe(true)
  })

  it('is refused with its message and a remedy if it lacks a library, and is installed again', () => {
    const node = join(folder, 'node')
    writeFileSync(node, '#!/bin/sh\necho "libatomic.so.1: cannot open shared object file" >&2\nexit 127\n')
    chmodSync(node, 0o755)
    expect(() => requireWorkingNode(node, join(folder, 'list'))).toThrow(
      /libatomic\.so\.1.+\n.+apt-get install libatomic1/,
    )
    expect(existsSync(join(folder, 'list'))).toBe(false)
  })
})
