import { toList } from './setting-checks.ts'
import type { SettingValues } from './settings.ts'

export interface PushConfig {
  /** Push services that the site accepts in addition to the known ones, as `host:port`. */
  ownHosts: readonly string[]
}

export const pushConfig = ({ PUSH_HOSTS }: SettingValues): PushConfig => ({
  ownHosts: PUSH_HOSTS === undefined ? [] : toList(PUSH_HOSTS),
})
