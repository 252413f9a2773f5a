/** A card or a list that lies above the view. It has an address, as in Zulip. */
export type Card = { card: 'user' | 'group' | 'channel'; id: number } | { card: 'directory' }

/** Returns the card of a hash, or undefined if the hash is of a view. */
export function parseCard(hash: string): Card | undefined {
  const [first, second] = hash.replace(/^#/, '').split('/')
  const id = /^\d+$/.test(second ?? '') ? Number(second) : undefined
  if (first === 'user' && id !== undefined) return { card: 'user', id }
  if (first === 'groups' && id !== undefined) return { card: 'group', id }
  if (first !== 'channels' && first !== 'streams') return undefined
  return id === undefined ? { card: 'directory' } : { card: 'channel', id }
}

/** Returns the hash of a card. `parseCard` returns the card again. */
export function printCard(card: Card): string {
  if (card.card === 'directory') return '#channels/all'
  return `#${{ user: 'user', group: 'groups', channel: 'channels' }[card.card]}/${card.id}`
}
