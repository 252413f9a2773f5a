// The names of the keys, and what they do.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const keyWords = translated('keyWords', {
  keyHelp: 'Keys',
  keyNames: record({
    ' ': 'Space',
    'Shift- ': 'Shift-Space',
    ArrowDown: '↓',
    ArrowUp: '↑',
    Escape: 'Esc',
    'Ctrl-k': 'Ctrl-K',
    'Ctrl-s': 'Ctrl-S',
    PageDown: 'PgDn',
    PageUp: 'PgUp',
  }),
  keys: {
    goAnywhere: 'Go anywhere',
    leave: 'Leave the field, or go to the inbox',
    nextUnread: 'Next unread conversation',
    nextDirect: 'Next unread direct message',
    down: 'Next message or conversation',
    up: 'Previous message or conversation',
    pageDown: 'Page down',
    pageUp: 'Page up',
    first: 'First message that is loaded',
    newest: 'Newest message',
    reply: 'Write in this conversation',
    quote: 'Quote the message',
    forward: 'Forward the message',
    replyToAuthor: 'Write to the author of the message',
    drafts: 'Drafts',
    react: 'React to the message',
    star: 'Star the message',
    edit: 'Edit your message; in the inbox: mark as read',
    markUnread: 'Mark as unread from here',
    menu: 'Actions of the message',
    card: 'About the sender; in the inbox: keep unread',
    follow: 'Follow the topic, or no longer',
    move: 'Move messages; in the inbox: mute the topic',
    history: 'Edit history',
    receipts: 'Read receipts',
    collapse: 'Collapse or expand the message',
    inContext: 'Show the message in its conversation; in the inbox: undo',
    recent: 'Recent conversations',
    search: 'Search messages',
    channelOrTopic: 'From the topic to its channel',
    inbox: 'Inbox',
    feed: 'Combined feed',
    starred: 'Starred messages',
    help: 'Show these keys',
  },

  singleKeys: 'Keys without Ctrl work when the focus is not in a field',
})
