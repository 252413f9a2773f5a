import type { Client } from '../client/client'

export type SearchOrder = 'newest' | 'relevance'

const NAME = 'search-order'

/** The order that the user chose last in this browser. */
export const storedOrder = ({ environment }: Client): SearchOrder =>
  environment.storage.getItem(NAME) === 'relevance' ? 'relevance' : 'newest'

export const storeOrder = ({ environment }: Client, order: SearchOrder): void =>
  environment.storage.setItem(NAME, order)
