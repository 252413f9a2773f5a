// The text of the search, which loads when the user searches for the first time.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const searchWords = translated('searchWords', {
  field: 'Search messages',
  placeholder: 'Words, or an operator such as sender:',
  nothing: 'No message matches. Fewer terms find more.',
  suggestions: 'Suggestions',
  terms: 'Terms of this search',
  remove: (term: string) => `Remove ${term}`,
  not: (term: string) => `not ${term}`,
  showResults: 'Show results',
  save: 'Save search',
  start: 'Find messages by their words, or by people, channels and more.',
  keys: 'Enter on a result opens its conversation there.',
  me: 'you',
  operators: record({
    search: 'contains',
    sender: 'from',
    channel: 'channel',
    topic: 'topic',
    dm: 'direct messages with',
    'dm-including': 'direct messages that include',
    'group-pm-with': 'group messages with',
    is: 'is',
    has: 'has',
    mentions: 'mentions',
    in: 'in',
    channels: 'channels',
    near: 'around message',
    with: 'conversation of message',
    id: 'message number',
  }),
  hints: record({
    sender: 'a person who wrote it',
    channel: 'a channel',
    topic: 'a topic',
    dm: 'a direct conversation',
    'dm-including': 'all direct conversations of a person',
    is: 'unread, mentioned, starred, dm, followed, resolved, alerted, muted',
    has: 'link, image, attachment, reaction',
    mentions: 'a person who is mentioned',
    in: 'home, all',
    channels: 'public, web-public, archived',
    near: 'the messages around a message',
    with: 'the conversation of a message, where it is now',
    id: 'one message',
  }),
})
