import { concept } from '../../../concept'
import tables from './tables.sql'
import { openUnsubscribe, unsubscribe } from './unsubscribe-endpoints'

export const securityMail = concept({
  name: 'mail/security-mail',
  title: 'Emails',
  tables: [tables],
  endpoints: [openUnsubscribe, unsubscribe],
})
