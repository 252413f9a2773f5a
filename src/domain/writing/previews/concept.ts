import { concept } from '../../../concept'
import attempts from './attempts.sql'
import { showThumbnails } from './due-work'
import { linksOfMessages } from './links-of-message'
import { showLinkPreviews } from './show-links'
import slots from './slots.sql'
import tables from './tables.sql'

export const previews = concept({
  name: 'writing/previews',
  tables: [tables, slots, attempts],
  dueWork: [showThumbnails, showLinkPreviews],
  messageExtras: [linksOfMessages],
})
