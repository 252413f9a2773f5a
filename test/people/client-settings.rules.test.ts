import * as v from 'valibot'
import { expect, test } from 'vitest'
import { settingLines, userSettings } from '../../src/domain/people/user-settings/settings'
import type { Line } from '../../web/settings/setting-line'
import { NOT_OFFERED, NOTIFICATION_KINDS, NOTIFICATIONS, PREFERENCES } from '../../web/settings/user-settings'
import { userSettingWords, type SettingText } from '../../web/words/en-user-settings'

const notOffered: readonly string[] = NOT_OFFERED
const names = Object.keys(userSettings)
  .filter((name) => !notOffered.includes(name))
  .sort()

test('the web client shows each personal setting of the API once, except for those without effect here', () => {
  const sections = [...Object.values(PREFERENCES), ...Object.values(NOTIFICATIONS)]
  const inTables = [...sections.flatMap((lines) => Object.keys(lines)), ...Object.values(NOTIFICATION_KINDS).flat()]
  expect(inTables.sort()).toEqual(names)
})

test('each personal setting has a name and one sentence in the catalogue', () => {
  expect(Object.keys(userSettingWords).sort()).toEqual(names)
  for (const { name, text } of Object.values(userSettingWords)) {
    expect(name).not.toMatch(/[.?!]$/)
    expect(text).toMatch(/[.]$/)
  }
})

test('the options of a choice are the values that the API accepts', () => {
  const lines: Record<string, Line> = Object.assign({}, ...Object.values(PREFERENCES), ...Object.values(NOTIFICATIONS))
  const texts: Record<string, SettingText> = userSettingWords
  for (const [name, { schema }] of Object.entries(settingLines)) {
    const line = lines[name]
    if (line?.kind !== 'choice') continue
    const codes = [1, 2, 3, 4, 5].filter((value) => !line.without?.includes(value))
    const candidates = line.codes === true ? codes : Object.keys(texts[name]?.options ?? {})
    const accepted = candidates.filter((value) => v.is(schema, value))
    expect(Object.keys(texts[name]?.options ?? {}).sort(), name).toEqual(accepted.map(String).sort())
  }
})
