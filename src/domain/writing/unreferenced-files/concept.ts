import { concept } from '../../../concept'
import { deleteUnreferencedFiles } from './due-work'

export const unreferencedFiles = concept({
  name: 'writing/unreferenced-files',
  dueWork: [deleteUnreferencedFiles],
})
