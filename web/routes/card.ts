/** A card or a list that lies above the view. It has an address, as in Zulip. */
export type Card =
  | { card: 'user' | 'group' | 'channel' | 'channelSettings'; id: number }
  | { card: 'directory' | 'newChannel' | 'keys' | 'formatting' }

const FIXED: Record<string, Card> = {
  'keyboard-shortcuts': { card: 'keys' },
  'message-formatting': { card: 'formatting' },
}

/** Returns the card of a hash, or undefined if the hash is of a view. */
export function parseCard(hash: string): Card | undefined {
  const [first, second, , fourth] = hash.replace(/^#/, '').split('/')
  const fixed = FIXED[first ?? '']
  if (fixed !== undefined) return fixed
  const id = /^\d+$/.test(second ?? '') ? Number(second) : undefined
  if (first === 'user' && id !== undefined) return { card: 'user', id }
  if (first === 'groups' && id !== undefined) return { card: 'group', id }
  if (first !== 'channels' && first !== 'streams') return undefined
  if (id === undefined) return { card: second === 'new' ? 'newChannel' : 'directory' }
  return { card: fourth === 'settings' ? 'channelSettings' : 'channel', id }
}

/** Returns the hash of a card. `parseCard` returns the card again. */
export function printCard(card: Card): string {
  switch (card.card) {
    case 'directory':
      return '#channels/all'
    case 'newChannel':
      return '#channels/new'
    case 'keys':
      return '#keyboard-shortcuts'
    case 'formatting':
      return '#message-formatting'
    case 'channelSettings':
      return `#channels/${card.id}/-/settings`
    case 'channel':
      return `#channels/${card.id}`
    case 'user':
      return `#user/${card.id}`
    case 'group':
      return `#groups/${card.id}`
  }
}
