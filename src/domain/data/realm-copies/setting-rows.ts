import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { settingLines } from '../../people/user-settings/settings'
import { groupSetting, realmPermissions } from '../../realm/settings/permissions'
import { realmSettings } from '../../realm/settings/settings'
import type { CopiedTableName } from '../realm-tables/tables'
import type { CopiedRow } from './rows'

type Line = { schema: v.GenericSchema; initial?: unknown }

const permissionLine: Line = { schema: groupSetting }

/** The settings whose values are rows: their types, and the values that have no row. */
const SETTINGS: Partial<Record<CopiedTableName, Readonly<Record<string, Line>>>> = {
  realm_settings: {
    ...realmSettings,
    ...Object.fromEntries(Object.keys(realmPermissions).map((name) => [name, permissionLine])),
  },
  user_settings: settingLines,
  realm_user_settings_defaults: settingLines,
}

/** Returns whether a row is stored: a setting with its initial value is not. Throws if there is no such setting or value. */
export function isStored(table: CopiedTableName, { name, value }: CopiedRow): boolean {
  const settings = SETTINGS[table]
  if (settings === undefined) return true
  const line = Object.hasOwn(settings, String(name)) ? settings[String(name)] : undefined
  if (line === undefined) throw new Error(`There is no setting ${String(name)}`)
  const { success, output } = v.safeParse(line.schema, parseJson(String(value)))
  if (!success) throw new Error(`${String(name)} has another type`)
  return output !== line.initial
}
