import { concept } from '../../../concept'
import { notifyByEmail } from './due-work'

export const missedMessages = concept({
  name: 'accounts/missed-messages',
  dueWork: [notifyByEmail],
})
