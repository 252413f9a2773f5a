import { concept } from '../../../concept'
import tables from './tables.sql'
import { getChannelFolders, createChannelFolder, updateChannelFolder, reorderChannelFolders } from './endpoints'
import { folderAdded, folderUpdated, foldersReordered, channelFoldersState, channelFolderLimitsState } from './events'

export const channelFolders = concept({
  name: 'management/channel-folders',
  title: 'Channel folders',
  tables: [tables],
  endpoints: [getChannelFolders, createChannelFolder, updateChannelFolder, reorderChannelFolders],
  events: [folderAdded, folderUpdated, foldersReordered],
  state: [channelFoldersState, channelFolderLimitsState],
})
