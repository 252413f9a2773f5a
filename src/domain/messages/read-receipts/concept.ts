import { concept } from '../../../concept'
import { getReadReceipts } from './endpoints'

export const readReceipts = concept({
  name: 'messages/read-receipts',
  title: 'Read receipts',
  endpoints: [getReadReceipts],
})
