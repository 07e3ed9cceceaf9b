import { setting } from './setting.ts'

export interface PushConfig {
  /** Push services besides the known ones, as `host:port`. */
  ownHosts: readonly string[]
}

const isHost = (text: string) =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text && text !== ''

const hostsOf = (text: string) => text.split(',').map((host) => host.trim())

/** The settings of push; see .env.example. */
export const PUSH_SETTINGS = {
  PUSH_HOSTS: setting(
    (text) => hostsOf(text).every(isHost),
    'must be hosts with their ports and commas between, such as localhost:4443',
  ),
}

export const pushConfig = ({ PUSH_HOSTS }: { PUSH_HOSTS?: string }): PushConfig => ({
  ownHosts: PUSH_HOSTS === undefined ? [] : hostsOf(PUSH_HOSTS),
})
