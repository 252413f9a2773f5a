import type { Template } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { allChannels } from '../../channels/channels/storage'
import { mentionDirectory } from '../../channels/subscriptions/mention-directory'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { renderDescription } from '../../realm/settings/descriptions'
import type { ChannelFolder } from './channel-folder'
import { folderAdded, folderUpdated, foldersReordered, type FolderChange } from './events'
import { folderNotEmpty, invalidFolderId, refusalOfAnother, refusalOfFolder, refusalOfOrder } from './rules'
import { channelFolders, insertFolder, writeFolder, writeOrder } from './storage'

/** A folder's words as they are wanted; the description's Markdown was parsed at the edge. */
export type FolderWords = { name: string; description: string; template: Template }

/** A new folder comes last. */
export function createFolder(realm: Realm, actor: User, { name, description, template }: FolderWords): ChannelFolder {
  const others = channelFolders(realm.sql)
  const words = { name: name.trim(), description }
  const refusal = refusalOfAnother(others) ?? refusalOfFolder(words, others)
  if (refusal) throw refusal
  const channel_folder = insertFolder(realm.sql, {
    ...words,
    rendered_description: renderDescription(template, mentionDirectory(realm, actor)),
    date_created: realm.now(),
    creator_id: actor.user_id,
    order: (others.at(-1)?.order ?? -1) + 1,
    is_archived: false,
  })
  realm.publish(folderAdded({ channel_folder }), everyone({}))
  return channel_folder
}

export type WantedFolder = Partial<FolderWords> & { channel_folder_id: number; is_archived?: boolean }

export function changeFolder(realm: Realm, actor: User, wanted: WantedFolder): void {
  const { channel_folder_id } = wanted
  const folders = channelFolders(realm.sql)
  const before = folders.find(({ id }) => id === channel_folder_id)
  if (before === undefined) throw invalidFolderId({})
  const data = changesOf(realm, actor, before, wanted)
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

function changesOf(realm: Realm, actor: User, before: ChannelFolder, wanted: WantedFolder): FolderChange {
  const { description, template = [], is_archived } = wanted
  const name = wanted.name?.trim()
  const data: FolderChange = {}
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
  writeOrder(realm.sql, order)
  realm.publish(foldersReordered({ order }), everyone({}))
}

/** Channels are put into folders that are there to be seen. */
export function refuseUnlessActiveFolder(realm: Realm, folder_id: number): void {
  if (!channelFolders(realm.sql).some(({ id, is_archived }) => id === folder_id && !is_archived))
    throw invalidFolderId({})
}
