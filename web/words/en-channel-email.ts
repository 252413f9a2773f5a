// The text of the email address of a channel.

import { translated } from './translated'

export const channelEmailWords = translated('channelEmailWords', {
  title: 'Email address',
  text: 'Emails to this address become messages in the channel, with the subject as their topic. An email is shown as yours only if your mail provider signed it. All who know the address can write to the channel.',
  none: 'This server receives no emails.',
  copy: 'Copy the address',
  choose: 'In the messages',
  options: {
    'show-sender': 'Show who sent the email',
    'include-footer': 'Keep the signature',
    'include-quotes': 'Keep the quoted email',
    'prefer-html': 'Keep bold text, links and lists',
  },
  replace: 'Replace the address',
  replaceText: 'Emails to your old address will come back to their senders. Addresses of other people stay.',
})
