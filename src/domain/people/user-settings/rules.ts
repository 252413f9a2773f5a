import { keysOf } from '../../../api/table'
import type { ApiError } from '../../../api/errors'
import { settingLines, type UserSettingName, type UserSettings, type UserSettingValue } from './settings'

export type Change = { name: UserSettingName; value: UserSettingValue }

/** What of the wanted is not so already: wanting what is there changes nothing and is told to nobody. */
export function changesIn(current: Partial<UserSettings>, wanted: Partial<UserSettings>): Change[] {
  return keysOf(wanted).flatMap((name) => {
    const value = wanted[name]
    return value === undefined || value === current[name] ? [] : [{ name, value }]
  })
}

export function refusalOfSettings(changes: readonly Change[]): ApiError | undefined {
  for (const { name, value } of changes) {
    const refusal = settingLines[name].refusal?.(value)
    if (refusal) return refusal
  }
  return undefined
}
