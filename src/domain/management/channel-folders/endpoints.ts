import * as v from 'valibot'
import { boolean, integer, list, optional, shortText, text } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { administrators, anyUser } from '../../people/users/callers'
import { parseDescription } from '../../realm/settings/descriptions'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { updateFolder, createFolder, reorderFolders } from './actions'
import { channelFolderShape } from './channel-folder'
import {
  folderNotEmpty,
  folderTextErrors,
  invalidFolderId,
  invalidOrder,
  MAX_FOLDER_DESCRIPTION_LENGTH,
  MAX_FOLDERS,
  tooManyFolders,
} from './rules'
import { channelFolders } from './storage'

const templateOf = (edge: Edge, description: string) => parseDescription(description, edge.assumeMarkdownSettings())

const description = text(2 * MAX_FOLDER_DESCRIPTION_LENGTH)

export const getChannelFolders = endpoint.decision({
  route: 'GET /channel_folders',
  summary: 'List the channel folders in their order.',
  caller: anyUser,
  params: { include_archived: optional(boolean(), false) },
  returns: { channel_folders: v.array(channelFolderShape) },
  errors: [],
  decide: (realm, _, { include_archived }) => ({
    channel_folders: channelFolders(realm.sql).filter((folder) => include_archived || !folder.is_archived),
  }),
})

export const createChannelFolder = endpoint.decision({
  route: 'POST /channel_folders/create',
  summary: 'Create a channel folder.',
  caller: administrators,
  params: { name: shortText(), description },
  returns: { channel_folder_id: v.number() },
  errors: [tooManyFolders, ...folderTextErrors, markdownTooLarge],
  prepare: (edge, { description }) => ({ template: templateOf(edge, description) }),
  decide: (realm, actor, texts) => ({ channel_folder_id: createFolder(realm, actor, texts).id }),
})

export const updateChannelFolder = endpoint.decision({
  route: 'PATCH /channel_folders/:channel_folder_id',
  summary: 'Change the name or description of a channel folder, or archive it.',
  caller: administrators,
  params: {
    channel_folder_id: integer(),
    name: optional(shortText()),
    description: optional(description),
    is_archived: optional(boolean()),
  },
  returns: {},
  errors: [invalidFolderId, folderNotEmpty, ...folderTextErrors, markdownTooLarge],
  prepare: (edge, { description }) => ({ template: templateOf(edge, description ?? '') }),
  decide: (realm, actor, changes) => updateFolder(realm, actor, changes),
})

export const reorderChannelFolders = endpoint.decision({
  route: 'PATCH /channel_folders',
  summary: 'Change the order of the channel folders.',
  caller: administrators,
  params: { order: list(integer(), MAX_FOLDERS) },
  returns: {},
  errors: [invalidOrder],
  decide: (realm, _, { order }) => reorderFolders(realm, order),
})
