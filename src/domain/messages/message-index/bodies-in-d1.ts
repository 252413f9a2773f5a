import type { D1Table } from '../../../store/d1-tables'
import { indexText } from '../../../tokenizer/search-index-storage'

/** The D1 table of message bodies. The rendered content is also in the search index. */
export const messagesInD1: D1Table = {
  name: 'messages',
  key: 'id',
  placedBy: 'first_message_id',
  columns: ['content', 'rendered_content', 'client', 'is_me_message', 'is_deleted'],
  tokensOf: ({ body }) => indexText(JSON.parse(body).rendered_content),
}
