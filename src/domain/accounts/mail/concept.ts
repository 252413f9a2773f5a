import { concept } from '../../../concept'
import { devMailbox, devMailboxPage } from './endpoints'

export const mail = concept({
  name: 'accounts/mail',
  title: 'Emails of a development server',
  endpoints: [devMailbox, devMailboxPage],
})
