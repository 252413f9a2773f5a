// The texts about apps for phones and computers.

import { translated } from './translated'

export const appWords = translated('appWords', {
  title: 'On phones and computers',
  apps: 'Zulip’s apps for phones and computers open this organization. Give them the address of this page. For calls, use a browser.',
  on: 'Phones get notifications, encrypted for each phone.',
  ends: (date: string) => `Phones get notifications until ${date}. Then the plan of this organization ends.`,
  off: 'Phones get no notifications at present.',
  why: 'They need a server that is registered with the push service, a phone that is logged in, and a plan for more than ten people.',
  aboutApps: 'What works in which app',
  getApps: 'Get the apps',
  plans: 'Plans of the push service',
  bill: 'Plan and bill of this organization',
})
