import type { Template } from '../../../markdown/template'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { allChannels } from '../../channels/channels/storage'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import type { ChannelFolder } from './channel-folder'
import { folderAdded, folderUpdated, foldersReordered, type FolderDifferences } from './events'
import { folderNotEmpty, invalidFolderId, refusalOfFolder, refusalOfFolderCount, refusalOfOrder } from './rules'
import { channelFolders, insertFolder, writeFolder, writeFolderOrder } from './storage'

/** The texts of a folder in a request. `template` is the parsed description. */
export type FolderTexts = { name: string; description: string; template: Template }

/** Creates a folder after all others, and returns it. */
export function createFolder(realm: Realm, actor: User, { name, description, template }: FolderTexts): ChannelFolder {
  const others = channelFolders(realm.sql)
  const texts = { name: name.trim(), description }
  const refusal = refusalOfFolderCount(others) ?? refusalOfFolder(texts, others)
  if (refusal) throw refusal
  const channel_folder = insertFolder(realm.sql, {
    ...texts,
    rendered_description: renderDescription(template, mentionDirectory(realm, actor)),
    date_created: realm.now(),
    creator_id: actor.user_id,
    order: (others.at(-1)?.order ?? -1) + 1,
    is_archived: false,
  })
  realm.publish(folderAdded({ channel_folder }), everyone({}))
  return channel_folder
}

export type FolderChanges = Partial<FolderTexts> & { channel_folder_id: number; is_archived?: boolean }

/** Changes a folder, archives it or restores it. Throws if an archived folder would contain a channel. */
export function updateFolder(realm: Realm, actor: User, changes: FolderChanges): void {
  const { channel_folder_id } = changes
  const folders = channelFolders(realm.sql)
  const before = folders.find(({ id }) => id === channel_folder_id)
  if (before === undefined) throw invalidFolderId({})
  const data = differences(realm, actor, before, changes)
  if (Object.keys(data).length === 0) return
  const after = { ...before, ...data }
  const others = after.is_archived ? [] : folders.filter((folder) => folder !== before)
  const refusal = refusalOfFolder(after, others)
  if (refusal) throw refusal
  if (data.is_archived && allChannels(realm).some((channel) => channel.folder_id === channel_folder_id))
    throw folderNotEmpty({})
  writeFolder(realm.sql, after)
  realm.publish(folderUpdated({ channel_folder_id, data }), everyone({}))
}

function differences(
  realm: ReadOnlyRealm,
  actor: User,
  before: ChannelFolder,
  changes: FolderChanges,
): FolderDifferences {
  const { description, template = [], is_archived } = changes
  const name = changes.name?.trim()
  const data: FolderDifferences = {}
  if (name !== undefined && name !== before.name) data.name = name
  if (description !== undefined && description !== before.description) {
    data.description = description
    data.rendered_description = renderDescription(template, mentionDirectory(realm, actor))
  }
  if (is_archived !== undefined && is_archived !== before.is_archived) data.is_archived = is_archived
  return data
}

export function reorderFolders(realm: Realm, order: number[]): void {
  const refusal = refusalOfOrder(order, channelFolders(realm.sql))
  if (refusal) throw refusal
  writeFolderOrder(realm.sql, order)
  realm.publish(foldersReordered({ order }), everyone({}))
}

/** Throws if the folder does not exist or is archived: a channel cannot be put into it. */
export function requireActiveFolder(realm: ReadOnlyRealm, folder_id: number): void {
  if (!channelFolders(realm.sql).some(({ id, is_archived }) => id === folder_id && !is_archived))
    throw invalidFolderId({})
}
