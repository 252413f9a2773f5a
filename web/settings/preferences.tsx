import { createSignal, For, Show } from 'solid-js'
import { changeLook, ownLook } from '../base/own-look'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { areSingleKeysOff, switchSingleKeys } from '../keys/single-keys'
import { settingsWords as words } from '../words/en-settings'
import { translationWords } from '../words/en-translation'
import { userSettingWords } from '../words/en-user-settings'
import { language } from '../words/language'
import { SettingControl } from './control'
import { Part, SettingLines } from './parts'
import { KeptHere } from './kept-here'
import { choice } from './setting-line'
import { PREFERENCES } from './user-settings'

/** Returns the values of all personal settings. The view draws again when one changes. */
export function userSettings({ store, watch }: Client): Record<string, unknown> {
  watch('settings')
  return { ...store.state.user_settings }
}

export const saveUserSetting = ({ ask }: Client, name: string, value: unknown) =>
  ask('PATCH /settings', { [name]: value })

const LOOKS = ['density', 'accent'] as const
const SECTIONS = Object.entries(PREFERENCES)

/** All personal settings but those of notifications. */
export function Preferences() {
  const client = useClient()
  const [isOn, setOn] = createSignal(!areSingleKeysOff())
  const mayKeep = () => {
    client.watch('settings')
    return client.store.state.realm_parley_keep_in_browsers
  }
  return (
    <>
      <For each={SECTIONS}>
        {([section, lines]) => (
          <Part title={words.preferences[section] ?? section}>
            <SettingLines
              lines={lines}
              words={userSettingWords}
              values={() => userSettings(client)}
              save={(name, value) => saveUserSetting(client, name, value)}
              after={(name) => name === 'default_language' && <AboutTranslation />}
            />
          </Part>
        )}
      </For>
      <Part title={words.thisBrowser}>
        <For each={LOOKS}>
          {(name) => (
            <SettingControl
              line={choice}
              words={words[name]}
              value={ownLook(client)[name]}
              save={(value) => Promise.resolve(changeLook(client, name, String(value)))}
            />
          )}
        </For>
        <SettingControl
          line={{ kind: 'flag' }}
          words={words.singleKeys}
          value={isOn()}
          save={(value) => {
            switchSingleKeys(value === true)
            return Promise.resolve(setOn(value === true))
          }}
        />
        <Show when={mayKeep()}>
          <KeptHere />
        </Show>
      </Part>
    </>
  )
}

/** Says in another language than English that its texts are not certain. */
function AboutTranslation() {
  const { hrefOf } = useClient()
  return (
    <Show when={language !== 'en'}>
      <p class="quiet">
        {translationWords.unreviewed}{' '}
        <a href={hrefOf({ view: 'settings', section: 'translation' })}>{translationWords.correct}</a>
      </p>
    </Show>
  )
}
