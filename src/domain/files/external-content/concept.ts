import { concept } from '../../../concept'
import { getExternalContent } from './endpoints'

export const externalContent = concept({
  name: 'files/external-content',
  title: 'Files of other sites',
  endpoints: [getExternalContent],
})
