import { concept } from '../../../concept'
import { devMailbox, devMailboxPage } from './endpoints'

export const mail = concept({
  name: 'mail/mail',
  title: 'Emails of a development server',
  endpoints: [devMailbox, devMailboxPage],
})
