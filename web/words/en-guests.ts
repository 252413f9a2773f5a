// The text about guest links.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const guestWords = translated('guestWords', {
  add: 'New guest link',
  text: 'A person without an account opens the link, gives a name, and reads and writes in one channel. Use a private channel for what guests may read.',
  channel: 'Channel',
  topic: 'Only one of its topics, which moves to a new channel (optional)',
  expires: 'It ends after',
  expiry: record({ 1440: 'A day', 10_080: 'A week', 43_200: 'A month', 129_600: 'Three months' }),
  uses: (most: number) => `Number of guests, at most ${most}`,
  leave: 'Guests leave when the link ends',
  create: 'Create a guest link',
  link: 'Guest link',
  copy: 'Copy',
  links: 'Guest links',
  none: 'There are no guest links.',
  facts: (creator: string, uses: number, most: number) => `By ${creator}. Used ${uses} of ${most} times,`,
  until: (time: string) => `until ${time}`,
  ended: 'ended',
  guests: 'Guests who came by it',
  accept: 'Keep as a guest',
  end: 'End',
  endText: 'No one can come by this link any more.',
  endGuests: (n: number) => `End the accounts of its guests, too: ${n}`,
  endStayed: (n: number) => `End the accounts of its guests: ${n}`,
  endStayedText: 'Their accounts are deactivated, and their sessions end at once.',
})
