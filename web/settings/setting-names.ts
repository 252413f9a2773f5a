import type { SettingChange } from '../sync/stored-changes'
import { channelWords } from '../words/en-channels'
import { settingsWords } from '../words/en-settings'
import { userSettingWords } from '../words/en-user-settings'

const NAMES: Record<string, { name: string }> = {
  ...userSettingWords,
  color: channelWords.colour,
  pin_to_top: channelWords.pin,
}

/** The properties of a subscription, in the order of the columns of the table of notifications. */
export const NOTIFICATION_WAYS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
] as const

/** Returns the name of a setting of a user or of a subscription, as the settings show it. */
export function nameOfSetting({ property }: Extract<SettingChange, { property: string }>): string {
  const way = settingsWords.ways[NOTIFICATION_WAYS.findIndex((name) => name === property)]
  return way ?? NAMES[property]?.name ?? property
}
