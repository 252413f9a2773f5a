import { concept } from '../../../concept'
import { getPushBrowser, turnPushBrowserOff, turnPushBrowserOn } from './endpoints'
import tables from './tables.sql'

export const pushBrowsers = concept({
  name: 'people/push-browsers',
  title: 'Push notifications',
  tables: [tables],
  endpoints: [getPushBrowser, turnPushBrowserOn, turnPushBrowserOff],
})
