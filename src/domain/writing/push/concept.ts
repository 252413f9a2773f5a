import { concept } from '../../../concept'
import { tellPhones } from './due-work'
import { testNotification, testSealedNotification } from './endpoints'

export const push = concept({
  name: 'writing/push',
  title: 'Push notifications',
  endpoints: [testNotification, testSealedNotification],
  dueWork: [tellPhones],
})
