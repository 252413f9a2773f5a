// The help about the formatting of messages.

import { translated } from './translated'

export const formattingWords = translated('formattingWords', {
  title: 'Message formatting',
  youWrite: 'You write',
  othersSee: 'Others see',
  bold: 'bold',
  italic: 'italic',
  struck: 'struck out',
  link: 'a link',
  channel: 'channel',
  topic: 'topic',
  name: 'Full Name',
  group: 'group',
  silent: 'not notified',
  code: 'code',
  quote: 'a quote',
  spoilerTitle: 'Title',
  spoiler: 'shown on a click',
  item: 'an item',
  heading: 'Heading',
  column: 'column',
  cell: 'cell',
  waves: 'waves',
  question: 'Question',
  option: 'Option',
  task: 'Task',
  pollResult: 'A poll: everyone can vote and add options.',
  todoResult: 'A to-do list: everyone can add tasks and check them.',
})
