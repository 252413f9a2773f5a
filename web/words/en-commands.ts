// What each command does, and the words around an answer.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const commandWords = translated('commandWords', {
  onlyYou: 'Only you see this.',
  pong: 'The server is there.',
  commands: record({
    me: 'say what you do: “/me waves”',
    poll: 'a poll: “/poll Question”, then one option on each line',
    todo: 'a to-do list: “/todo Title”, then one task on each line',
    dark: 'the dark theme',
    light: 'the light theme',
    'fluid-width': 'messages as wide as the window',
    'fixed-width': 'messages of a width that reads well',
    ping: 'find out whether the server is there',
  }),
})
