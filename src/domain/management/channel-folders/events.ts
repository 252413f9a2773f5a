import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { channelFolderShape, type ChannelFolder } from './channel-folder'
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from './rules'
import { channelFolders } from './storage'

export const folderAdded = event<{ channel_folder: ChannelFolder }>({
  type: 'channel_folder',
  op: 'add',
  summary: 'A channel folder was created.',
  recipients: { everyone: true },
  updates: 'channel_folders',
  fields: { channel_folder: channelFolderShape },
})

/** The fields of a folder that changed. */
export type FolderDifferences = Partial<
  Pick<ChannelFolder, 'name' | 'description' | 'rendered_description' | 'is_archived'>
>

export const folderUpdated = event<{ channel_folder_id: number; data: FolderDifferences }>({
  type: 'channel_folder',
  op: 'update',
  summary: 'The name or description of a channel folder changed, or the folder was archived or restored.',
  recipients: { everyone: true },
  updates: 'channel_folders',
  fields: {
    channel_folder_id: v.number(),
    data: v.strictObject({
      name: v.optional(v.string()),
      description: v.optional(v.string()),
      rendered_description: v.optional(v.string()),
      is_archived: v.optional(v.boolean()),
    }),
  },
})

export const foldersReordered = event<{ order: number[] }>({
  type: 'channel_folder',
  op: 'reorder',
  summary: 'The order of the channel folders changed.',
  recipients: { everyone: true },
  updates: 'channel_folders',
  fields: { order: v.array(v.number()) },
})

export const channelFoldersState = stateSlice({
  fetchedFor: ['channel_folders'],
  fields: { channel_folders: v.array(channelFolderShape) },
  read: (realm: ReadOnlyRealm) => ({ channel_folders: channelFolders(realm.sql) }),
})

export const channelFolderLimitsState = stateSlice({
  fetchedFor: ['realm'],
  fields: { max_channel_folder_name_length: v.number(), max_channel_folder_description_length: v.number() },
  read: () => ({
    max_channel_folder_name_length: MAX_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: MAX_FOLDER_DESCRIPTION_LENGTH,
  }),
})
