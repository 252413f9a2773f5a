import { concept } from '../../../concept'
import { reportOneMessage } from './endpoints'

export const reports = concept({
  name: 'writing/reports',
  title: 'Reporting messages',
  endpoints: [reportOneMessage],
})
