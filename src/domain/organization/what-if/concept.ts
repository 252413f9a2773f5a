import { concept } from '../../../concept'
import { whatIfChannelChanges, whatIfMembersChange, whatIfRealmChanges, whatIfRoleChanges } from './endpoints'

export const whatIf = concept({
  name: 'organization/what-if',
  title: 'What if',
  endpoints: [whatIfChannelChanges, whatIfRoleChanges, whatIfMembersChange, whatIfRealmChanges],
})
