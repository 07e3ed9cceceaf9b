import { BootError } from '#server/platform/process/boot-error.ts'
import { readConfig } from '#server/config/config.ts'

/** Problems of settings, one line each. */
export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof BootError) return error.lines
    throw error
  }
}
