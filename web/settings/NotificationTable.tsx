import '#web/platform/styles/switch.css'
import type { Preferences, PreferencesChange } from '#contract/accounts/account-settings.ts'
import {
  NOTIFICATION_TYPE_NAMES,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#contract/notifications/notification-types.ts'

type Choices = Preferences['news']
type Channel = keyof Choices['message']

const CHANNELS: { channel: Channel; name: string }[] = [
  { channel: 'inApp', name: 'In app' },
  { channel: 'push', name: 'Push' },
  { channel: 'email', name: 'E-mail' },
]

interface NotificationTableProps {
  choices: Preferences
  onChange: (change: PreferencesChange) => void
}

/** Kinds of notifications by channel. A channel that is off is disabled and keeps its choices. */
export function NotificationTable({ choices, onChange }: NotificationTableProps) {
  const { news: channels } = choices
  const isFixed = (type: NotificationType, channel: Channel) =>
    channel === 'inApp'
      ? NOTIFICATION_TYPES[type].inApp === 'always'
      : !(NOTIFICATION_TYPES[type][channel] && choices[channel])
  const isOn = (type: NotificationType, channel: Channel) =>
    channels[type][channel] && (channel === 'inApp' || choices[channel])
  return (
    <div className="setting-row">
      <table className="news-table">
        <caption className="text-left font-semibold">What we notify you about</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="text-left font-semibold">
              Topic
            </th>
            {CHANNELS.map(({ channel, name }) => (
              <th key={channel} scope="col" className="font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_TYPE_NAMES.map((type) => (
            <tr key={type}>
              <th scope="row" className="text-left font-normal">
                {NOTIFICATION_TYPES[type].setting.name}
                <span className="block text-sm text-muted">{NOTIFICATION_TYPES[type].setting.text}</span>
              </th>
              {CHANNELS.map(({ channel, name }) => (
                <td key={channel}>
                  <input
                    type="checkbox"
                    className="switch"
                    aria-label={`${NOTIFICATION_TYPES[type].setting.name}, ${name}`}
                    checked={isOn(type, channel)}
                    disabled={isFixed(type, channel)}
                    onChange={({ target }) => onChange({ news: { [type]: { [channel]: target.checked } } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
