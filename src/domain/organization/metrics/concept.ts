import { concept } from '../../../concept'
import { getMetrics } from './endpoints'

export const metrics = concept({
  name: 'organization/metrics',
  title: 'Metrics',
  endpoints: [getMetrics],
})
