import { concept } from '../../../concept'
import { getOutbox, retryOutbox } from './endpoints'

export const outbox = concept({
  name: 'organization/outbox',
  title: 'The outbox to D1',
  endpoints: [getOutbox, retryOutbox],
})
