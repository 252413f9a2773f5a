import { concept } from '../../../concept'
import { collectUnclaimed } from './due-work'

export const unreferencedFiles = concept({
  name: 'writing/unreferenced-files',
  dueWork: [collectUnclaimed],
})
