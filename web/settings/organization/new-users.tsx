import { For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { userSettingWords } from '../../words/en-user-settings'
import { fetched, stateOf } from '../fetched'
import { Part, SettingLines } from '../parts'
import { NOTIFICATION_KINDS, NOTIFICATIONS, PREFERENCES } from '../user-settings'
import { flag, type Line } from '../setting-line'

/** Settings that only each person can choose. */
const OWN = new Set([
  'default_language',
  'timezone',
  'enable_marketing_emails',
  'enable_login_emails',
  'parley_do_not_disturb_until',
  'parley_quiet_hours',
  'parley_keys',
  'parley_link_previews',
  'allow_private_data_export',
])

/** The preferences with which new members begin: the same tables as for one's own. */
export function NewUsers() {
  const client = useClient()
  const { ask, store } = client
  const { value, setValue } = fetched(client, async (): Promise<Record<string, unknown>> => ({
    ...(await stateOf(client, ['realm_user_settings_defaults'])).realm_user_settings_defaults,
  }))
  const kinds = Object.fromEntries(
    Object.values(NOTIFICATION_KINDS).flatMap((settings) => settings.map((name) => [name, flag])),
  )
  const tables: [title: string, lines: Record<string, Line>][] = [
    ...Object.entries(PREFERENCES).map(([name, lines]): [string, Record<string, Line>] => [
      settingsWords.preferences[name] ?? '',
      lines,
    ]),
    [settingsWords.notifyAbout, kinds],
    ...Object.entries(NOTIFICATIONS).map(([name, lines]): [string, Record<string, Line>] => [
      settingsWords.notifications[name] ?? '',
      lines,
    ]),
  ]
  const forAll = (lines: Record<string, Line>) =>
    Object.fromEntries(Object.entries(lines).filter(([name]) => !OWN.has(name)))
  async function save(name: string, chosen: unknown) {
    await ask('PATCH /realm/user_settings_defaults', { [name]: chosen })
    setValue((before) => ({ ...before, [name]: chosen }))
  }
  return (
    <>
      <p class="quiet">{words.newUsersText}</p>
      <Show when={value()}>
        <For each={tables}>
          {([title, lines]) => (
            <Show when={Object.keys(forAll(lines)).length > 0}>
              <Part title={title}>
                <SettingLines
                  lines={forAll(lines)}
                  words={userSettingWords}
                  values={() => value() ?? {}}
                  save={save}
                  isDisabled={() => !store.state.is_admin}
                />
              </Part>
            </Show>
          )}
        </For>
      </Show>
    </>
  )
}
