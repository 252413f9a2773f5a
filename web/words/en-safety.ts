// The text about how a user logs in, and about who acts for the user.

import { count } from './english'
import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const safetyWords = translated('safetyWords', {
  confirm: 'Confirm who you are',
  confirmText: 'This change needs a proof that it is you.',
  goOn: 'Go on',
  usePasskey: 'Use a passkey',
  noPasskeyUsed: 'No passkey was used. Try again.',
  logInAgain: 'Log in again, and then make the change.',
  logInWith: (provider: string) => `Log in again with ${provider}`,

  codes: 'One-time codes',
  codesText: 'A login then needs a code from your phone besides the password.',
  codesSince: (day: string) => `On since ${day}.`,
  codesLeft: (codes: number) => `${count(codes, 'recovery code', 'recovery codes')} left.`,
  manageCodes: 'Manage one-time codes',

  identities: 'Connected identities',
  identitiesText: 'You can log in with each of them, whatever address it has.',
  connected: (day: string) => `Connected: ${day}`,
  providerGone: 'no longer offered here',
  connect: (provider: string) => `Connect ${provider}`,

  agents: 'Connected agents',
  agentsText: 'Programs that you allowed to act for you. Others see when one of them writes.',
  lastUsed: (ago: string) => `last used ${ago}`,
  onlyIn: 'Only in',
  scopes: record({
    'messages:read': 'reads messages, profiles and files',
    'messages:write': 'writes messages and reacts',
    'drafts:write': 'saves drafts',
    'status:write': 'sets the status',
    'teams:write': 'creates channels and changes groups',
  }),
  disconnect: 'Disconnect',
  endAgent: (name: string) => `Disconnect ${name}`,
  endAgentText: 'It can no longer read or write for you. You can connect it again.',

  agentCalls: 'What agents did',
  agentCallsText: 'The newest 500 calls. Only you see them.',
  agentActs: record({
    send_message: 'sent a message',
    schedule_message: 'scheduled a message',
    cancel_scheduled: 'cancelled a scheduled message',
    edit_message: 'edited a message',
    react: 'reacted to a message',
    mark_read: 'marked messages as read',
    save_draft: 'saved a draft',
  }),
  agentRead: 'read',
  agentRefused: 'refused',
  agentMessage: 'Show message',
  allAgentCalls: 'Show all',
})
