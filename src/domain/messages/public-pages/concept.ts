import { concept } from '../../../concept'
import { openDocument } from './document-endpoint'
import { openPublicChannel, openPublicChannels } from './endpoints'

export const publicPages = concept({
  name: 'messages/public-pages',
  title: 'Public pages',
  endpoints: [openPublicChannels, openPublicChannel, openDocument],
})
