import type { Client } from '../../client/client'
import type { Json } from '../../../client-state/reducer'
import { words as general } from '../../words/en'
import { organizationWords } from '../../words/en-organization'
import { overlayWords } from '../../words/en-overlays'
import { channelPermissionWords, groupPermissionWords, realmPermissionWords } from '../../words/en-permissions'
import { realmSettingWords } from '../../words/en-realm-settings'
import { settingsWords } from '../../words/en-settings'
import { nameOfGroup } from '../group-value'

const MAX_CHARACTERS = 300

type Texts = { name: string; options?: Record<string, string> }

const TEXTS: Record<string, Texts | undefined>[] = [
  realmSettingWords,
  realmPermissionWords,
  channelPermissionWords,
  groupPermissionWords,
]

/** Returns the details of an entry of the audit log: what people read where the catalogue has it, the names of the API elsewhere. */
export function detailsOf(client: Client, kind: string, details: Json): string {
  const { name, old, new: next, role, is_bot, session_id: _, ...others } = details
  const texts: string[] = []
  const setting = TEXTS.find((part) => part[name])?.[name]
  const textOf = (value: Json) => setting?.options?.[String(value)] ?? textOfValue(client, kind, value)
  if (name !== undefined) texts.push(setting?.name ?? String(name))
  if (role !== undefined) texts.push(is_bot === true ? general.bot : textOfRole(role))
  if (next !== undefined) texts.push([old, next].flatMap(textOf).join(' → '))
  for (const [key, value] of Object.entries<Json>(others)) texts.push(...textOfOther(client, key, value))
  return texts.join(', ').slice(0, MAX_CHARACTERS)
}

const textOfRole = (role: number): string => overlayWords.role[role] ?? String(role)

function textOfValue(client: Client, kind: string, value: Json): string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? settingsWords.on : settingsWords.off]
  if (kind === 'role_changed') return [textOfRole(value)]
  if (kind === 'permission_changed') return [textOfGroups(client, value)]
  return [plain(value)]
}

function textOfGroups(client: Client, value: Json): string {
  if (typeof value === 'number') return groupName(client, value)
  const { direct_members = [], direct_subgroups = [] } = value ?? {}
  return [
    ...direct_members.map(client.names.user),
    ...direct_subgroups.map((id: number) => groupName(client, id)),
  ].join(', ')
}

function textOfOther(client: Client, key: string, value: Json): string[] {
  if (value === null) return []
  if (key === 'stream_id') return [`# ${client.names.channel(value)}`]
  if (key === 'group_id') return [groupName(client, value)]
  // Numbers of sessions mean nothing to people.
  if (key === 'session_ids') return [organizationWords.sessions(value.length)]
  return [`${key}: ${plain(value)}`]
}

function groupName({ store }: Client, group_id: number): string {
  const group = store.state.realm_user_groups.find(({ id }: { id: number }) => id === group_id)
  return group === undefined ? String(group_id) : nameOfGroup(group.name)
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
