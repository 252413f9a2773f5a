import { concept } from '../../../concept'
import { openBilling } from './billing-endpoint'
import { sendPushNotifications } from './due-work'
import { testNotification, testSealedNotification } from './endpoints'

export const push = concept({
  name: 'writing/push',
  title: 'Push notifications',
  endpoints: [testNotification, testSealedNotification, openBilling],
  dueWork: [sendPushNotifications],
})
