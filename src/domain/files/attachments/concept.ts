import { concept } from '../../../concept'
import animations from './animations.sql'
import pictures from './pictures.sql'
import tables from './tables.sql'
import thumbnails from './thumbnails.sql'
import { attachmentsOfMessages } from './message-extra'
import { getChannelFiles } from './channel-files-endpoint'
import { getAttachments, removeAttachment } from './endpoints'
import { checkKeptFiles } from './kept-files-endpoint'
import { attachmentAdded, attachmentUpdated, attachmentRemoved } from './events'
import { getTemporaryLink, getFile, downloadFile, getTemporaryFile, getLinkedPicture } from './serving-endpoints'

export const attachments = concept({
  name: 'files/attachments',
  title: 'Attachments',
  tables: [tables, pictures, thumbnails, animations],
  endpoints: [
    getAttachments,
    removeAttachment,
    getChannelFiles,
    checkKeptFiles,
    getTemporaryLink,
    getFile,
    downloadFile,
    getTemporaryFile,
    getLinkedPicture,
  ],
  events: [attachmentAdded, attachmentUpdated, attachmentRemoved],
  messageExtras: [attachmentsOfMessages],
})
