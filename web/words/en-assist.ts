// The texts about what a language model writes.

import { translated } from './translated'

export const assistWords = translated('assistWords', {
  summarize: 'Summarize',
  summarizeUnread: 'Summarize unread messages',
  translate: 'Translate',
  asking: 'The language model reads…',
  byModel: 'A language model wrote this. It can be wrong.',
  read: (n: number) => `Messages that it read: ${n}`,
  onlyNewest: 'Older messages were not read.',
  onlyUnread: 'Only unread messages',
  noPoints: 'The language model found nothing to say.',
  showMessage: (n: number) => `Show message ${n}`,
  language: 'Language',
  again: 'Try again',
})
