import { concept } from '../../../concept'
import { getDeployment, getRealms } from './endpoints'

export const deployment = concept({
  name: 'organization/deployment',
  title: 'Realms and the server',
  endpoints: [getRealms, getDeployment],
})
