// The text of addresses, event subscriptions and slash commands.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const integrationWords = translated('integrationWords', {
  service: 'Address for a service',
  serviceText: 'A service such as GitHub reports events to an address of its own, which you make here:',

  addresses: 'Addresses for programs of other chat servers',
  addressesText:
    'A program that can send to Slack, Discord, Mattermost, Rocket.Chat or Teams can send here. The addresses show once.',
  noAddresses: 'There are no addresses.',
  channel: 'Channel',
  toOwner: 'Direct messages to the owner of the bot',
  topic: 'Topic (empty: each message chooses it)',
  mayMention: 'May mention everyone',
  newAddress: 'Create an address',
  formats: record({
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams, connectors',
    teams_workflow: 'Teams, workflows',
  }),

  events: 'Events for an address',
  eventsText: 'An address receives what the bot sees, signed as Standard Webhooks describes.',
  noSubscriptions: 'No address receives events.',
  url: 'Address',
  eventNames: record({
    message: 'Messages',
    reaction: 'Reactions',
    membership: 'People who join or leave channels',
    topic_resolved: 'Resolved topics',
  }),
  allPublic: 'And messages of all public channels',
  newSubscription: 'Send events',
  secret: 'Secret of the signatures',
  newSecret: 'New secret',
  newSecretFor: (name: string) => `New secret for ${name}`,
  newSecretText:
    'Enter the new secret in the program that receives the requests. For a day, the earlier secret signs too, unless it leaked.',
  hasLeaked: 'The earlier secret leaked: it must sign nothing any more',
  replace: 'Replace',
  enabled: 'Enabled',
  deliveries: 'Recent events',
  noDeliveries: 'Nothing was sent yet.',
  outcomes: record({ delivered: 'delivered', failed: 'failed', waiting: 'waits for another attempt' }),
  resend: 'Send again',

  presses: 'Buttons, menus and fields',
  pressesText:
    'When a user presses or chooses, this address is called. Slack calls it the request URL. Without it, the text only names them.',

  commandsText: 'A command such as /deploy sends its text to an address, and shows the answer.',
  noCommands: 'There are no commands yet.',
  newCommand: 'New command',
  commandName: 'Name, such as deploy',
  description: 'What it does',
  hint: 'What people write after it, such as [version]',
  bot: 'The bot that answers',
  noBots: 'A command needs a bot. Create one first.',
  createBot: 'Bots',
})
