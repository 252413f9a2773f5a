import { For, Show } from 'solid-js'
import type { Client } from '../../client/client'
import { useClient } from '../../client/use-client'
import { organizationWords as words } from '../../words/en-organization'
import { realmPermissionWords } from '../../words/en-permissions'
import { realmSettingWords } from '../../words/en-realm-settings'
import { settingsWords } from '../../words/en-settings'
import type { SettingText } from '../../words/en-user-settings'
import { groupValueFrom, PermissionControl, type GroupValue } from '../group-value'
import { Part, SettingLines } from '../parts'
import type { Line } from '../setting-line'
import { afterWhatIf, WhatIfDialog } from '../what-if'
import { FOR_OWNERS, REALM_PERMISSIONS, REALM_SETTINGS } from './realm-settings'

type Lines = Record<string, Line & { usual: unknown }>

/** Returns the settings of the organization by the names that requests have. */
export function realmValues({ store, watch }: Client): Record<string, unknown> {
  watch('realm')
  const entries = Object.entries<unknown>(store.state).filter(([name]) => name.startsWith('realm_'))
  const values = Object.fromEntries(entries.map(([name, value]) => [name.slice('realm_'.length), value]))
  // In a large organization, the server tells other clients to show no presences, whatever the organization chose.
  return { ...values, presence_disabled: values.parley_presence_disabled }
}

/** Whether the user may not change a setting. Members only read them. */
export function isLocked({ store, watch }: Client, name: string): boolean {
  watch('people')
  return !store.state.is_admin || (FOR_OWNERS.has(name) && !store.state.is_owner)
}

/** What gives or takes access to messages and people. An administrator first sees who gains or loses what. */
const PREDICTED = ['message_retention_days', 'waiting_period_threshold', 'can_access_all_users_group']

function saveRealm(client: Client, name: string, value: unknown): Promise<unknown> {
  const save = () => client.ask('PATCH /realm', { [name]: value })
  if (!PREDICTED.includes(name)) return save()
  return afterWhatIf(client, () => client.ask('POST /parley/what_if/realm', { [name]: value }), save)
}

function usualOf(line: Line & { usual: unknown }, text: SettingText): string {
  const { usual, kind } = line
  if (kind === 'flag') return usual === true ? words.onUsual : words.offUsual
  if (kind === 'limit') return `${Number(usual) / line.unit} ${settingsWords.amount[line.unit] ?? ''}`
  if (kind === 'list') return line.values().find(([value]) => value === usual)?.[1] ?? ''
  if (kind === 'days') return settingsWords.noLimit.toLowerCase()
  if (kind === 'channel') return settingsWords.noChannel.toLowerCase()
  return text.options?.[String(usual)] ?? (typeof usual === 'number' ? String(usual) : '')
}

/** Others cannot change any of the settings, and the page says so above them. */
const noteForOwners = ({ store }: Client, name: string): string =>
  FOR_OWNERS.has(name) && store.state.is_admin && !store.state.is_owner ? words.onlyOwners : ''

/** A part of the table of settings. Each says its value in a new organization, and who can change it. */
export function RealmPart(props: { part: keyof typeof REALM_SETTINGS }) {
  const client = useClient()
  const lines: Lines = REALM_SETTINGS[props.part]
  const texts: Record<string, SettingText> = realmSettingWords
  const note = (name: string) => {
    const line = lines[name]
    const usual = line && texts[name] ? usualOf(line, texts[name]) : ''
    return [usual === '' ? '' : words.usual(usual), noteForOwners(client, name)].filter(Boolean).join(' ')
  }
  return (
    <Part title={words.parts[props.part] ?? ''}>
      <SettingLines
        lines={lines}
        words={texts}
        values={() => realmValues(client)}
        save={(name, value) => saveRealm(client, name, value)}
        isDisabled={(name) => isLocked(client, name)}
        usual={note}
      />
    </Part>
  )
}

const RULES = ['joining', 'people', 'messages', 'announcements', 'calls', 'emails', 'safety'] as const

/** All settings of the organization but its name and pictures. */
export function Rules() {
  return (
    <>
      <Note />
      <For each={RULES}>{(part) => <RealmPart part={part} />}</For>
      <WhatIfDialog />
    </>
  )
}

export function Note() {
  const { store } = useClient()
  return (
    <Show when={!store.state.is_admin}>
      <p class="quiet">{settingsWords.onlyAdministrators}</p>
    </Show>
  )
}

/** Who may do what in the organization. */
export function Permissions() {
  const client = useClient()
  const { store } = client
  const rules = store.state.server_supported_permission_settings.realm
  const texts: Record<string, SettingText> = realmPermissionWords
  return (
    <>
      <Note />
      <For each={Object.entries(REALM_PERMISSIONS)}>
        {([part, names]) => (
          <Part title={words.parts[part] ?? ''}>
            <For each={names}>
              {(name) => (
                <PermissionControl
                  rules={rules[name]!}
                  words={texts[name]!}
                  value={permissionOf(client, name)}
                  isDisabled={isLocked(client, name)}
                  note={noteForOwners(client, name)}
                  save={(value) => saveRealm(client, name, { new: value })}
                />
              )}
            </For>
          </Part>
        )}
      </For>
      <WhatIfDialog />
    </>
  )
}

const permissionOf = (client: Client, name: string): GroupValue => groupValueFrom(realmValues(client)[name])
