import { concept } from '../../../concept'
import { getUsage } from './endpoints'

export const usage = concept({
  name: 'organization/usage',
  title: 'Usage',
  endpoints: [getUsage],
})
