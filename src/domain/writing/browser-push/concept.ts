import { concept } from '../../../concept'
import { sendBrowserPushes } from './due-work'
import { testPushApp, testPushBrowser } from './endpoints'

export const browserPush = concept({
  name: 'writing/browser-push',
  title: 'Push notifications',
  endpoints: [testPushBrowser, testPushApp],
  dueWork: [sendBrowserPushes],
})
