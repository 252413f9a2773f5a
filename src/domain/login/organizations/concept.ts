import { concept } from '../../../concept'
import { openOrganizations, openSharePage, readCounts, stopSharing, submitSharePage } from './endpoints'

export const organizations = concept({
  name: 'login/organizations',
  title: 'Several organizations',
  endpoints: [openOrganizations, openSharePage, submitSharePage, stopSharing, readCounts],
})
