import type { AuditLogEntry } from '../../../client-state/wire'
import type { Client } from '../../client/client'
import { laterWords } from '../../words/en-later'
import { organizationWords } from '../../words/en-organization'
import { overlayWords } from '../../words/en-overlays'
import { channelPermissionWords, groupPermissionWords, realmPermissionWords } from '../../words/en-permissions'
import { realmSettingWords } from '../../words/en-realm-settings'
import { settingsWords } from '../../words/en-settings'
import { groupValueFrom, nameOfGroup } from '../group-value'

const MAX_CHARACTERS = 300

type Texts = { name: string; options?: Record<string, string> }

const TEXTS: Record<string, Texts | undefined>[] = [
  realmSettingWords,
  realmPermissionWords,
  channelPermissionWords,
  groupPermissionWords,
]

/** Returns the details of an entry of the audit log: what people read where the catalogue has it, the names of the API elsewhere. */
export function detailsOf(client: Client, kind: string, details: AuditLogEntry['details']): string {
  const { name, old, new: next, role, is_bot, session_id: _, ...others } = details
  const texts: string[] = []
  const setting = typeof name === 'string' ? TEXTS.find((part) => part[name])?.[name] : undefined
  const textOf = (value: unknown) => setting?.options?.[String(value)] ?? textOfValue(client, kind, value)
  if (name !== undefined) texts.push(setting?.name ?? plain(name))
  if (role !== undefined) texts.push(is_bot === true ? laterWords.bot : textOfRole(role))
  if (next !== undefined) texts.push([old, next].flatMap(textOf).join(' → '))
  for (const [key, value] of Object.entries(others)) texts.push(...textOfOther(client, key, value))
  return texts.join(', ').slice(0, MAX_CHARACTERS)
}

const textOfRole = (role: unknown): string => overlayWords.role[Number(role)] ?? plain(role)

function textOfValue(client: Client, kind: string, value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? settingsWords.on : settingsWords.off]
  if (kind === 'role_changed') return [textOfRole(value)]
  if (kind === 'permission_changed') return [textOfGroups(client, value)]
  return [plain(value)]
}

function textOfGroups(client: Client, value: unknown): string {
  const group = groupValueFrom(value)
  if (typeof group === 'number') return groupName(client, group)
  const { direct_members, direct_subgroups } = group
  return [...direct_members.map(client.names.user), ...direct_subgroups.map((id) => groupName(client, id))].join(', ')
}

function textOfOther(client: Client, key: string, value: unknown): string[] {
  if (value === null) return []
  if (key === 'stream_id') return [`# ${client.names.channel(Number(value))}`]
  if (key === 'group_id') return [groupName(client, Number(value))]
  // Numbers of sessions mean nothing to people.
  if (key === 'session_ids') return [organizationWords.sessions(Array.isArray(value) ? value.length : 0)]
  return [`${key}: ${plain(value)}`]
}

function groupName({ store }: Client, group_id: number): string {
  const group = store.state.realm_user_groups.find(({ id }) => id === group_id)
  return group === undefined ? String(group_id) : nameOfGroup(group.name)
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
