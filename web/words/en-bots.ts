// The text about bots and what services send to them.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const botWords = translated('botWords', {
  own: 'Your bots',
  text: 'A bot is a program that writes as itself, with a key of its own.',
  none: 'You have no bots.',
  cannotCreate: 'You cannot create bots in this organization.',
  create: 'Create a bot',
  name: 'Name',
  shortName: 'Short name, for its address',
  type: 'Kind',
  types: record({
    1: 'Generic: reads and writes',
    2: 'Incoming webhook: services write with it',
    3: 'Outgoing webhook: it is called when a message mentions it',
    4: 'Embedded',
  }),
  address: 'Address to which messages are sent',
  manage: 'Manage',
  showKey: 'Show the key',
  deactivate: 'Deactivate',
  deactivateText: 'The bot can no longer write, and its key no longer works. Its messages stay.',
  deliveries: 'Recent deliveries',
  noDeliveries: 'No service has sent anything yet.',
  outcomes: record({ sent: 'message sent', nothing: 'nothing to say', repeated: 'repeated', refused: 'refused' }),
  resend: 'Send again',
  secret: 'Secret of the service',
  replaceSecret: 'Replace the secret of the service',
  secretText: 'With a secret, unsigned deliveries are refused. An empty field removes it.',
})
