// The text of notifications, and of their settings in this browser.

import { translated } from './translated'

export const words = translated('notifyWords', {
  ringing: 'Calls you.',
  answer: 'Answer',
  decline: 'Decline',
  newMessage: 'New message',
  title: 'In this browser',
  text: {
    desktop: 'The desktop app notifies you while it runs.',
    on: 'This browser notifies you, also when Parley is closed.',
    off: 'This browser can notify you of messages, also when Parley is closed. It asks you for permission.',
    denied:
      'You do not allow this site to send notifications. Allow it in the settings of the browser, and reload the page.',
    unsupported:
      'This browser cannot be notified. On an iPhone or iPad, add Parley to the Home Screen first, and open it from there.',
    unavailable: 'This server does not send notifications to browsers. They appear only while Parley is open.',
  },
  offer: 'This browser can notify you of such messages.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  test: 'Send a test notification',
  tested: 'A notification is on its way.',
  unreachable: 'The push service of this browser cannot be reached. Notifications appear only while Parley is open.',
})
