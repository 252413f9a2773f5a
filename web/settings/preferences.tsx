import { createSignal, For } from 'solid-js'
import { store } from '../app'
import { areSingleKeysOff, switchSingleKeys } from '../keys/single-keys'
import { watch } from '../watched'
import { ask } from '../wire/requests'
import { settingsWords as words } from '../words/en-settings'
import { userSettingWords } from '../words/en-user-settings'
import { SettingControl } from './control'
import { Part, SettingLines } from './parts'
import { PREFERENCES } from './user-settings'

/** Returns the values of all personal settings. The view draws again when one changes. */
export function userSettings(): Record<string, unknown> {
  watch('settings')
  return { ...store.state.user_settings }
}

export const saveUserSetting = (name: string, value: unknown) => ask('PATCH /settings', { [name]: value })

const SECTIONS = Object.entries(PREFERENCES)

/** All personal settings but those of notifications. */
export function Preferences() {
  const [isOn, setOn] = createSignal(!areSingleKeysOff())
  return (
    <>
      <For each={SECTIONS}>
        {([section, lines]) => (
          <Part title={words.preferences[section] ?? section}>
            <SettingLines lines={lines} words={userSettingWords} values={userSettings} save={saveUserSetting} />
          </Part>
        )}
      </For>
      <Part title={words.thisBrowser}>
        <SettingControl
          line={{ kind: 'flag' }}
          words={words.singleKeys}
          value={isOn()}
          save={(value) => {
            switchSingleKeys(value === true)
            return Promise.resolve(setOn(value === true))
          }}
        />
      </Part>
    </>
  )
}
