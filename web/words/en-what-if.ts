// The texts about what a change would do.

import { translated } from './translated'

export const whatIfWords = translated('whatIfWords', {
  title: 'What would change',
  loseChannel: 'No longer see the channel',
  gainChannel: 'Newly see the channel',
  loseMessages: 'Can read fewer messages',
  gainMessages: 'Can read more messages',
  messages: 'messages',
  people: 'people',
  losePeople: 'See fewer people',
  gainPeople: 'See more people',
  direct: 'Direct messages',
  notSaved: 'Not saved',
  moreChannels: (n: number) => `More channels: ${n}`,
  uncounted: (n: number) => `Guests who were not counted: ${n}`,
  expired: (place: string, before: number, after: number) =>
    `${place}: messages that are deleted: ${after} (now: ${before})`,
})
