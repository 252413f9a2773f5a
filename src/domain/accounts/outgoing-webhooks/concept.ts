import { concept } from '../../../concept'
import tables from './tables.sql'
import { callWebhooks } from './due-work'

export const outgoingWebhooks = concept({
  name: 'accounts/outgoing-webhooks',
  tables: [tables],
  dueWork: [callWebhooks],
})
