import type { D1Table } from '../../../store/d1-tables'
import { indexText } from '../../../tokenizer/search-index-storage'

/** The bodies of messages, where they stay. */
export const messagesInD1: D1Table = {
  name: 'messages',
  key: 'id',
  columns: ['content', 'rendered_content', 'client', 'is_me_message', 'is_deleted'],
  tokensOf: ({ body }) => indexText(JSON.parse(body).rendered_content),
}
