import { keysOf } from '../../../api/table'
import type { ApiError } from '../../../api/errors'
import { settingLines, type UserSettingName, type UserSettings, type UserSettingValue } from './settings'

export type SettingChange = { name: UserSettingName; value: UserSettingValue }

/** Returns the requested values that differ from the current ones. Only those are written and published. */
export function changesIn(current: Partial<UserSettings>, requested: Partial<UserSettings>): SettingChange[] {
  return keysOf(requested).flatMap((name) => {
    const value = requested[name]
    return value === undefined || value === current[name] ? [] : [{ name, value }]
  })
}

export function refusalOfSettings(changes: readonly SettingChange[]): ApiError | undefined {
  for (const { name, value } of changes) {
    const refusal = settingLines[name].refusal?.(value)
    if (refusal) return refusal
  }
  return undefined
}
