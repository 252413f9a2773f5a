import { concept } from '../../../concept'
import { releaseHeld } from './due-work'
import { deleteHoldById, getDiscoveryLog, getFoundMessages, getHolds, postHold, postSearch } from './endpoints'

export const discovery = concept({
  name: 'data/discovery',
  title: 'Holds and discovery',
  endpoints: [getHolds, postHold, deleteHoldById, postSearch, getFoundMessages, getDiscoveryLog],
  dueWork: [releaseHeld],
})
