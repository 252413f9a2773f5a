import { concept } from '../../../concept'
import { notifyByEmail } from './due-work'

export const missedMessages = concept({
  name: 'mail/missed-messages',
  dueWork: [notifyByEmail],
})
