import { concept } from '../../../concept'
import tables from './tables.sql'
import { sendWebhookDeliveries } from './due-work'

export const outgoingWebhooks = concept({
  name: 'accounts/outgoing-webhooks',
  tables: [tables],
  dueWork: [sendWebhookDeliveries],
})
